import {
  bundle,
  createReadPlan,
  createTarget,
  FAILURE_MESSAGES,
  resource,
  type ResourceBinding,
  type ResourcePolicy,
  resourceTemplate,
  textPayload,
} from "@org/resources-core";
import { describe, expect, test } from "vitest";
import { ann, type Caller, library, policy, SECRET } from "./library.ts";
import { SEATS } from "./peers.ts";

const cyclic: Record<string, unknown> = { message: SECRET };
cyclic["self"] = cyclic;

function trap(): never {
  throw new Error(SECRET);
}

/** What a host's callback may throw: a factory each, so that nobody can know the value. */
const THROWS: readonly (readonly [string, () => unknown])[] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["a string", () => SECRET],
  ["a number", () => 42],
  ["a BigInt", () => 10n],
  ["a symbol", () => Symbol(SECRET)],
  ["an error", () => new Error(SECRET)],
  ["an error with code", () => Object.assign(new Error(SECRET), { code: -32001 })],
  ["an error with data", () => Object.assign(new Error(SECRET), { code: 7, data: { SECRET } })],
  ["an error with BigInt data", () => Object.assign(new Error(SECRET), { code: 7, data: 1n })],
  ["an error with cyclic data", () => Object.assign(new Error(SECRET), { code: 7, data: cyclic })],
  ["an error without message", () => Object.assign(new Error(SECRET), { message: undefined })],
  ["a cyclic object", () => cyclic],
  ["a function", () => trap],
  ["a revoked proxy", () => revoked()],
  [
    "a proxy that throws",
    () => new Proxy(new Error(SECRET), { get: trap, has: trap, getPrototypeOf: trap }),
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- that is its point
  ["a thenable that throws", () => Object.defineProperty({}, "then", { get: trap })],
  ["a rejected promise", () => rejected()],
];

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function rejected(): Promise<never> {
  const promise = Promise.reject(new Error(SECRET));
  promise.catch(() => undefined);
  return promise;
}

type Station =
  | "context"
  | "discover"
  | "discoverMany"
  | "visible"
  | "read"
  | "decideMany"
  | "scopeKey"
  | "concurrencyKey"
  | "resolve"
  | "body"
  | "reader"
  | "complete"
  | "prompts"
  | "observer";

/** A gateway and context in which one station throws. */
function throwing(station: Station, thrown: unknown) {
  const raise = (at: Station): void => {
    // oxlint-disable-next-line typescript/only-throw-error -- this is what the test is about
    if (at === station) throw thrown;
  };
  const broken: ResourcePolicy<Caller> = {
    discover: (definition, scope) => (raise("discover"), policy.discover(definition, scope)),
    visible: (target, scope) => (raise("visible"), policy.visible(target, scope)),
    read: (target, scope) => (raise("read"), policy.read(target, scope)),
    scopeKey: (scope) => (raise("scopeKey"), policy.scopeKey(scope)),
    // Only where they are what throws: they take the place of the others.
    ...(station === "discoverMany" ? { discoverMany: () => (raise("discoverMany"), []) } : {}),
    ...(station === "decideMany" ? { decideMany: () => (raise("decideMany"), []) } : {}),
  };
  const bindings: ResourceBinding<Caller>[] = [
    bundle<Caller>(
      { uri: "docs://set", name: "set" },
      {
        resolve: ({ canonicalUri }) => {
          raise("resolve");
          return createReadPlan(createTarget({ uri: canonicalUri }));
        },
        read: () => {
          raise("body");
          return textPayload("text", "text/plain");
        },
      },
    ),
    resourceTemplate<Caller, "docs://page/{name}">(
      {
        uriTemplate: "docs://page/{name}",
        name: "page",
        complete: { name: () => (raise("complete"), []) },
      },
      () => (raise("reader"), "page"),
    ),
    resource({ uri: "docs://well", name: "well" }, "well"),
  ];
  const context = (): Caller => (raise("context"), ann());
  const gateway = library({
    policy: broken,
    bindings,
    concurrencyKey: () => (raise("concurrencyKey"), ""),
    observer: () => raise("observer"),
  });
  const prompts = () => (raise("prompts"), { completion: { values: [] } });
  const completions = station === "prompts" ? { prompts } : undefined;
  return { gateway, options: { context, completions } };
}

const READ = ["resources/read", { uri: "docs://set" }] as const;
const READ_PAGE = ["resources/read", { uri: "docs://page/one" }] as const;
const LIST = ["resources/list", {}] as const;
const COMPLETE = [
  "completion/complete",
  {
    ref: { type: "ref/resource", uri: "docs://page/{name}" },
    argument: { name: "name", value: "" },
  },
] as const;
const PROMPT = [
  "completion/complete",
  { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "" } },
] as const;

const STATIONS: readonly (readonly [Station, readonly [string, object], string])[] = [
  ["context", READ, "policy_failed"],
  ["context", LIST, "policy_failed"],
  ["context", COMPLETE, "policy_failed"],
  ["discover", READ, "policy_failed"],
  ["discover", LIST, "policy_failed"],
  ["discover", COMPLETE, "policy_failed"],
  ["discoverMany", LIST, "policy_failed"],
  ["visible", READ, "policy_failed"],
  ["read", READ, "policy_failed"],
  ["decideMany", READ, "policy_failed"],
  ["scopeKey", LIST, "policy_failed"],
  ["concurrencyKey", READ, "policy_failed"],
  ["concurrencyKey", LIST, "policy_failed"],
  ["resolve", READ, "resolve_failed"],
  ["body", READ, "no_items"],
  ["reader", READ_PAGE, "no_items"],
  ["complete", COMPLETE, "resolve_failed"],
  ["prompts", PROMPT, "internal_error"],
];

const STATION_CASES = STATIONS.map(([station, asked, reason]) => ({
  station,
  asked,
  reason,
  method: asked[0],
}));

const MESSAGES: Readonly<Record<string, string>> = {
  ...FAILURE_MESSAGES,
  internal_error: "Internal error",
};

describe.each(SEATS)("$name", ({ connect }) => {
  describe.each(THROWS)("[SDK-2] %s thrown", (kind, make) => {
    // Of prompts, which are the host's own, an error with a code of the protocol is meant for the client.
    const relayed = kind === "an error with code";
    test.each(STATION_CASES.filter(({ station }) => !(relayed && station === "prompts")))(
      "in $station of $method: exactly one sanitised answer, $reason [case R11]",
      async ({ station, asked: [method, params], reason }) => {
        const peer = await connect(throwing(station, make()));
        const before = peer.sent.length;
        const answer = await peer.ask(method, { ...params });
        expect(answer.error).toMatchObject({
          message: MESSAGES[reason],
          data: { reason },
        });
        // The connection still works, and nothing came but these two answers.
        const uri = "docs://well";
        const next = await peer.ask("resources/read", { uri });
        expect(next).toSatisfy((message: object) => "result" in message || "error" in message);
        expect(peer.sent).toHaveLength(before + 2);
        expect(peer.sent.join()).not.toContain(SECRET);
        await peer.close();
      },
    );

    test("in the observer: changes nothing", async () => {
      const peer = await connect(throwing("observer", make()));
      const { result } = await peer.ask("resources/read", { uri: "docs://well" });
      expect(result).toMatchObject({ contents: [{ text: "well" }] });
      expect(peer.sent.join()).not.toContain(SECRET);
      await peer.close();
    });
  });
});
