// The testkit's contracts over core's own readers, builders and policies: they must hold what they demand of others.
import {
  createResourceGateway,
  createTarget,
  publicPolicy,
  type ResourcePolicy,
} from "@org/resources-core";
import { fakeBinding, policyContract } from "@org/resources-testkit";
import { describe, expect, it } from "vitest";
import { checks } from "../smoke/testkit-readers.mjs";

describe("[KIT-2] core under contract", () => {
  it.each(checks.map(({ name, run }) => [name, run] as const))("%s", async (_name, run) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

it("[KIT-2] a policy that permits everything to everybody does not pass for one that decides", async () => {
  const policy = policyContract({
    create: () => ({ policy: publicPolicy() }),
    principals: [{ user: "ann" }, { user: "bob" }],
    unknown: undefined,
    definitions: [{ uri: "docs://a", name: "a" }],
    targets: [createTarget({ uri: "docs://a" })],
  });
  const outcomes = await Promise.allSettled(policy.map(({ run }) => run()));
  const failed = policy.filter((_, index) => outcomes[index]?.status === "rejected");
  expect(failed.map(({ name }) => name)).toEqual([
    "policy: an unknown context is permitted nothing",
    "policy: the scope key separates principals",
  ]);
});

interface Caller {
  readonly user: string;
}

/** A policy of one set of readers, with something about it changed, and the checks that it fails. */
async function failing(
  change: (readers: Set<string>) => Partial<ResourcePolicy<Caller>>,
): Promise<string[]> {
  const checksOfIt = policyContract({
    create: () => {
      const readers = new Set(["ann"]);
      return { policy: { ...readersPolicy(readers), ...change(readers) }, readers };
    },
    principals: [{ user: "ann" }, { user: "bob" }],
    unknown: { user: "mallory" },
    definitions: [{ uri: "docs://a", name: "a" }],
    targets: [createTarget({ uri: "docs://a" })],
    revoke: (_target, { readers }) => readers.delete("ann"),
  });
  const outcomes = await Promise.allSettled(checksOfIt.map(({ run }) => run()));
  return checksOfIt.flatMap(({ name }, index) =>
    outcomes[index]?.status === "rejected" ? [name] : [],
  );
}

function readersPolicy(readers: ReadonlySet<string>): ResourcePolicy<Caller> {
  return {
    discover: (_definition, { context }) => context.user !== "mallory",
    visible: (_target, { context }) => context.user !== "mallory",
    read: (_target, { context }) => readers.has(context.user),
    scopeKey: ({ context }) => `user ${context.user}`,
  };
}

/** Loads each decision once for its operation, as data loaders do. */
function caching(readers: ReadonlySet<string>): Pick<ResourcePolicy<Caller>, "read"> {
  const loaded = new Map<string, boolean>();
  return {
    read: (_target, { context, operationId }) => {
      const answer = loaded.get(operationId) ?? readers.has(context.user);
      loaded.set(operationId, answer);
      return answer;
    },
  };
}

it("[case X10] a decision cached for the request makes the re-check worthless, and is caught", async () => {
  expect(await failing(() => ({}))).toEqual([]);
  expect(await failing(caching)).toEqual(["policy: a revocation between the rounds is seen"]);

  // What it comes to: the body goes out although its right is gone by then.
  const readers = new Set(["ann"]);
  const revoking = fakeBinding({
    uri: "docs://a",
    items: { "docs://a": () => (readers.delete("ann") ? "secret" : "never") },
  });
  const policy = { ...readersPolicy(readers), ...caching(readers) };
  const gateway = createResourceGateway<Caller>({ policy, bindings: [revoking] });
  const { items } = await gateway.read("docs://a", { context: { user: "ann" } });
  expect(items.map(({ text }) => text)).toEqual(["secret"]);
});

it("[case X7] ill-formed scope keys merge no principals: a list refuses them, and the contract finds them", async () => {
  const illFormed = { scopeKey: ({ context }: { context: Caller }) => keyOf(context) };
  expect(await failing(() => illFormed)).toEqual(["policy: the scope key separates principals"]);
  const gateway = createResourceGateway<Caller>({
    policy: { ...readersPolicy(new Set(["ann"])), ...illFormed },
    bindings: [fakeBinding({ uri: "docs://a", items: {} })],
  });
  const listing = gateway.list({}, { context: { user: "ann" } });
  await expect(listing).rejects.toMatchObject({ code: "policy_failed" });
});

/** Two texts that UTF-8 cannot tell apart. */
function keyOf({ user }: Caller): string {
  return user === "ann" ? "\uD800" : "\uD801";
}
