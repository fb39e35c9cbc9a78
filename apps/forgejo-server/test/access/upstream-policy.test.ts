import { createTarget } from "@org/resources-core";
import { policyContract } from "@org/resources-testkit";
import { afterAll, describe, expect, it } from "vitest";
import { upstreamPolicy } from "../../src/access/upstream-policy.ts";
import { ADDRESSES } from "../../src/entities/addresses.ts";
import { ENTITIES } from "../../src/entities/entities.ts";
import { Caller } from "../../src/upstream/caller.ts";
import { createForgejoClient } from "../../src/upstream/forgejo-client.ts";
import { contextOf } from "../../src/upstream/inquiry.ts";
import { startStubForgejo, type StubForgejo } from "../stub-forgejo.ts";
import { ALICE, BOB } from "../stub-world.ts";

const NAMES = [
  { owner: "acme", repo: "tools" },
  { owner: "alice", repo: "diary" },
  { owner: "bob", repo: "diary" },
];

const targets = NAMES.flatMap((name) => [
  createTarget({
    uri: ADDRESSES.repo.expand(name),
    authorizationData: { entity: "repo", variables: name },
  }),
  createTarget({
    uri: ADDRESSES.issue.expand({ ...name, index: "1" }),
    authorizationData: { entity: "issue", variables: { ...name, index: "1" } },
  }),
]);

/** A Forgejo for each check: what one revokes is another's right. */
const forgejos: StubForgejo[] = [];
afterAll(() => Promise.all(forgejos.map((forgejo) => forgejo.close())));

describe("the policy keeps its contract [KIT-2]", () => {
  const checks = policyContract(
    {
      create: async () => {
        const forgejo = await startStubForgejo();
        forgejos.push(forgejo);
        const client = createForgejoClient({ url: forgejo.url, userAgent: "tests" });
        return { policy: upstreamPolicy(client, ENTITIES), forgejo };
      },
      principals: [contextOf(new Caller(ALICE)), contextOf(new Caller(BOB))],
      unknown: {},
      definitions: Object.entries(ADDRESSES).map(([name, { uriTemplate }]) => ({
        uriTemplate,
        name,
      })),
      targets,
      revoke: (_target, { forgejo }) => forgejo.revoked.add(ALICE),
      stall: ({ forgejo }) => {
        forgejo.intercept = () => true;
      },
    },
    { patienceMs: 10_000 },
  );
  it.each(checks.map((check) => [check.name, check] as const))("%s", async (_name, check) => {
    await expect(check.run()).resolves.toBeUndefined();
  });
});
