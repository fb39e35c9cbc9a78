// @org/resources-testkit as a user gets it, without any test runner: a right revoked while the bodies were read, a policy
// and a binding under contract, and a read in every interleaving.
import assert from "node:assert/strict";
import { createResourceGateway, createTarget, resource } from "@org/resources-core";
import {
  bindingContract,
  exploreReads,
  fakeBinding,
  fakePolicy,
  policyContract,
} from "@org/resources-testkit";

const policy = fakePolicy().deny("notes://me/revoked", { round: 2 });
const binding = fakeBinding({
  uri: "notes://me/all",
  items: { "notes://me/a": "Hello.", "notes://me/revoked": "Secret." },
});
const gateway = createResourceGateway({ policy, bindings: [binding] });
const { items, partial } = await gateway.read("notes://me/all", { context: {} });
assert.deepEqual(
  items.map(({ uri }) => uri),
  ["notes://me/a"],
);
assert.equal(partial, true);
assert.equal(policy.calls.filter(({ about }) => about === "notes://me/revoked").length, 4);

/** @typedef {{ user: string }} Caller */
/** @type {[Caller, Caller]} */
const principals = [{ user: "ann" }, { user: "bob" }];
const checks = [
  ...policyContract({
    create: () => {
      const readers = new Set(["ann"]);
      /** @type {import("@org/resources-core").ResourcePolicy<Caller>} */
      const own = {
        discover: (_definition, { context }) => context.user !== "mallory",
        visible: (_target, { context }) => context.user !== "mallory",
        read: (_target, { context }) => readers.has(context.user),
        scopeKey: ({ context }) => context.user,
      };
      return { policy: own, readers };
    },
    principals,
    unknown: { user: "mallory" },
    definitions: [{ uri: "notes://me/a", name: "a" }],
    targets: [createTarget({ uri: "notes://me/a" })],
    revoke: (_target, { readers }) => readers.delete("ann"),
  }),
  ...bindingContract({
    create: () => ({ binding: resource({ uri: "notes://me/a", name: "a" }, "Hello.") }),
    principals,
    uris: ["notes://me/a"],
  }),
];
await Promise.all(checks.map(({ run }) => run()));

const scenario = {
  uri: "notes://me/all",
  items: ["notes://me/a", "notes://me/b"],
  changes: [{ deny: "notes://me/a" }],
};
const explored = await exploreReads(createResourceGateway, scenario, { runs: 100 });
assert.deepEqual(explored, { runs: 100, exhausted: true });
console.log("ok");
