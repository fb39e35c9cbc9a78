import {
  batchPolicy,
  createResourceGateway,
  publicPolicy,
  resource,
  type ResourcePolicy,
} from "@org/resources-core";
import { expect, it } from "vitest";
import { deferred, fakeBinding, recordingPolicy } from "../../src/index.ts";

interface Caller {
  readonly user: string;
}

const context: Caller = { user: "ann" };
const bindings = [resource({ uri: "doc://a", name: "a" }, "text")];

it("[KIT-1] a recording policy answers as its policy does and records every question", async () => {
  const inner: ResourcePolicy<Caller> = {
    discover: () => true,
    visible: async () => ({ visible: true, discloseIssueUri: true }),
    read: (_target, scope) => scope.context.user === "ann",
    scopeKey: () => "ann",
  };
  const policy = recordingPolicy(inner);
  const gateway = createResourceGateway<Caller>({ policy, bindings });
  const { operationId } = await gateway.read("doc://a", { context });
  const about = ["doc://a"];
  const common = { context, operationId, outcome: "answered" };
  const round = [
    { question: "visible", about, ...common, value: { visible: true, discloseIssueUri: true } },
    { question: "read", about, ...common, value: true },
  ];
  const discover = { question: "discover", about, ...common, value: true };
  expect(policy.calls).toEqual([discover, ...round, ...round, discover]);
  await gateway.list({}, { context });
  expect(policy.calls.find(({ question }) => question === "scopeKey")).toMatchObject({
    about: [],
    value: "ann",
  });
});

it("[KIT-1] a recording policy's synchronous answers stay synchronous, and throws are thrown", () => {
  const broken = new Error("rights away");
  const policy = recordingPolicy<Caller>({
    ...publicPolicy(),
    discover: () => {
      throw broken;
    },
  });
  const scope = { context, signal: AbortSignal.abort(), deadline: 0, operationId: "o" };
  expect(policy.scopeKey(scope)).toBe(publicPolicy().scopeKey(scope));
  expect(() => policy.discover({ uri: "doc://a", name: "a" }, scope)).toThrow(broken);
  expect(policy.calls[1]).toMatchObject({ outcome: "threw", value: broken });
});

it("[KIT-1] a recording policy shows what is still pending, in the order of asking", async () => {
  const answer = deferred<boolean>();
  const failure = new Error("too late");
  const policy = recordingPolicy<Caller>({
    ...publicPolicy(),
    discover: ({ name }) => (name === "slow" ? answer.promise : true),
  });
  const scope = { context, signal: AbortSignal.abort(), deadline: 0, operationId: "o" };
  const slow = policy.discover({ uri: "doc://slow", name: "slow" }, scope);
  void policy.discover({ uri: "doc://a", name: "a" }, scope);
  expect(policy.calls.map(({ outcome }) => outcome)).toEqual(["pending", "answered"]);
  answer.reject(failure);
  await expect(slow).rejects.toBe(failure);
  expect(policy.calls.map(({ outcome, value }) => [outcome, value])).toEqual([
    ["threw", failure],
    ["answered", true],
  ]);
});

it("[KIT-1] a recording policy has the batches that its policy has", async () => {
  expect(recordingPolicy(publicPolicy())).not.toHaveProperty("decideMany");
  expect(recordingPolicy(publicPolicy())).not.toHaveProperty("discoverMany");
  const policy = recordingPolicy(
    batchPolicy<Caller>({
      discover: () => true,
      discoverMany: (definitions) => definitions.map(() => true),
      scopeKey: () => "ann",
      decideMany: (targets) => targets.map(() => ({ visible: true, read: true })),
    }),
  );
  const binding = fakeBinding({ uri: "bundle://p", items: { "asset://p/a": "text" } });
  const gateway = createResourceGateway<Caller>({ policy, bindings: [binding] });
  await gateway.read("bundle://p", { context });
  await gateway.list({}, { context });
  expect(policy.calls.map(({ question, about }) => [question, ...about])).toEqual([
    ["discover", "bundle://p"],
    ["decideMany", "bundle://p", "asset://p/a"],
    ["decideMany", "bundle://p", "asset://p/a"],
    ["discover", "bundle://p"],
    ["scopeKey"],
    ["discoverMany", "bundle://p"],
  ]);
});

it("[KIT-1] a recording policy calls a class's methods on their object", async () => {
  class Rights {
    readonly #user = "ann";

    may(user: string): boolean {
      return user === this.#user;
    }

    discover(): boolean {
      return this.may("ann");
    }

    visible(): boolean {
      return this.may("ann");
    }

    read(_target: unknown, scope: { readonly context: Caller }): boolean {
      return this.may(scope.context.user);
    }

    scopeKey(): string {
      return this.#user;
    }
  }
  const policy = recordingPolicy<Caller>(new Rights());
  const gateway = createResourceGateway<Caller>({ policy, bindings });
  await expect(gateway.read("doc://a", { context })).resolves.toMatchObject({ partial: false });
});
