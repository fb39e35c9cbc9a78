// Core's own readers and policies under the testkit's contracts, for any test runner: `checks` is what a runner runs.
import {
  batchPolicy,
  bundle,
  createReadPlan,
  createTarget,
  resource,
  resourceTemplate,
  unavailable,
} from "@org/resources-core";
import { fileSource } from "@org/resources-core/node";
import { bindingContract, memoryStore, policyContract } from "@org/resources-testkit";

/** @typedef {{ user: string }} Caller */
/** @typedef {import("@org/resources-core").ResourceBinding<Caller>} Binding */
/** @typedef {import("@org/resources-testkit").ContractCheck} Check */

// Joined, as one of the bodies is this file.
const authorizationData = { owner: ["tenant", "0042"].join("-") };
/** @type {[Caller, Caller]} */
const principals = [{ user: "ann" }, { user: "bob" }];

/** @param {string} name @param {() => Binding} make @param {string[]} uris */
function reader(name, make, ...uris) {
  const create = () => ({ binding: make() });
  const subject = { create, principals, uris, unknown: undefined, bodiesRead: () => 0 };
  return named(name, bindingContract(subject));
}

/** @param {string} what @param {readonly Check[]} checks @returns {Check[]} */
function named(what, checks) {
  return checks.map((check) => ({ ...check, name: `${what}: ${check.name}` }));
}

const docs = { uri: "docs://a", name: "a", authorizationData };

const readers = [
  reader("resource of a string", () => resource(docs, "text"), "docs://a"),
  reader("resource of bytes", () => resource(docs, new Uint8Array([0, 1, 255])), "docs://a"),
  reader(
    "resource of a file",
    () => resource(docs, fileSource(new URL(import.meta.url))),
    "docs://a",
  ),
  reader(
    "resource of a function",
    () => resource(docs, async ({ context }) => `for ${context.user}`),
    "docs://a",
  ),
  reader(
    "resource of a stream",
    () => resource({ ...docs, content: "text" }, () => new Blob(["streamed"]).stream()),
    "docs://a",
  ),
  reader(
    "resource of what changes by itself",
    () => {
      let count = 0;
      return resource(docs, () => String((count += 1)));
    },
    "docs://a",
  ),
  reader(
    "resourceTemplate",
    () =>
      resourceTemplate(
        {
          uriTemplate: "docs://pages/{slug}",
          name: "page",
          authorizationData,
          complete: { slug: (_value, { context }) => (context.user === "ann" ? ["one"] : []) },
        },
        async ({ variables, context }) => `${variables.slug} for ${context.user}`,
      ),
    "docs://pages/one",
    "docs://pages/zwei%20Worte",
  ),
];

/** A bundle over a store that hangs when it is told to. */
function album() {
  const store = memoryStore({ "photo://1": "the first", "photo://2": new Uint8Array([1, 2]) });
  /** @type {Binding} */
  const binding = bundle(
    { uriTemplate: "album://all/{name}", name: "album" },
    {
      resolve: async ({ canonicalUri }, scope) => {
        const uris = await store.list("photo://", scope);
        const requested = createTarget({ uri: canonicalUri, authorizationData });
        return createReadPlan(
          requested,
          uris.map((uri) => createTarget({ uri, authorizationData })),
        );
      },
      read: store.read,
    },
  );
  return { binding, store };
}

const bundles = named(
  "bundle",
  bindingContract({
    create: album,
    principals,
    uris: ["album://all/summer"],
    unknown: undefined,
    bodiesRead: ({ store }) => store.calls.filter(({ action }) => action === "read").length,
    stall: ({ store }) => store.stall(),
  }),
);

/** Rights in memory, and a policy that decides rounds at once. */
function batched() {
  const readable = new Map([
    ["ann", new Set(["docs://a", "docs://b"])],
    ["bob", new Set(["docs://b"])],
  ]);
  /** @type {import("@org/resources-core").ResourcePolicy<Caller>} */
  const policy = batchPolicy({
    discover: (_definition, { context }) => readable.has(context.user) || unavailable(),
    discoverMany: (definitions, { context }) => definitions.map(() => readable.has(context.user)),
    scopeKey: ({ context }) => `user ${context.user}`,
    decideMany: async (targets, { context }) =>
      targets.map(({ uri }) => {
        const own = readable.get(context.user);
        return own === undefined ? { visible: false } : { visible: true, read: own.has(uri) };
      }),
  });
  return { policy, readable };
}

const policies = named(
  "batchPolicy",
  policyContract({
    create: batched,
    principals,
    unknown: { user: "mallory" },
    definitions: [
      { uri: "docs://a", name: "a" },
      { uri: "docs://b", name: "b" },
    ],
    targets: ["docs://a", "docs://b"].map((uri) => createTarget({ uri })),
    revoke: ({ uri }, { readable }) => readable.get("ann")?.delete(uri),
  }),
);

/** @type {readonly Check[]} */
export const checks = [...readers.flat(), ...bundles, ...policies];
