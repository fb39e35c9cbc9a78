// The testkit's contracts over core's own readers, builders and policies: they must hold what they demand of others.
import { createTarget, publicPolicy } from "@org/resources-core";
import { policyContract } from "@org/resources-testkit";
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
