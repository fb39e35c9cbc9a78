// This server's policy and bindings, over its own database, hold what the testkit demands of every policy and binding.
import { afterAll, expect, it } from "vitest";
import { broken } from "../../src/demo/broken-stations.ts";
import { openChecks } from "./checks.ts";

const { policy, bindings, close } = await openChecks();
afterAll(close);

it.each([...policy(), ...bindings].map(({ name, run }) => [name, run] as const))(
  "[KIT-2] %s",
  async (_name, run) => {
    await expect(run()).resolves.toBeUndefined();
  },
);

it.each([
  ["recheck", ["policy: a revocation between the rounds is seen"]],
  [
    "policy",
    [
      "policy: an unknown context is permitted nothing",
      "policy: a revocation between the rounds is seen",
    ],
  ],
] as const)("[KIT-2] the demo's broken %s is caught", async (station, expected) => {
  const failed: string[] = [];
  for (const { name, run } of policy(broken(station).policy)) {
    // oxlint-disable-next-line no-await-in-loop -- they share a database
    await run().catch(() => failed.push(name));
  }
  expect(failed).toEqual(expected);
});
