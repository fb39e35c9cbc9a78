import { createResourceGateway, resource, type ResourcePolicy } from "@org/resources-core";
import { expect, it } from "vitest";
import { accessPolicy } from "../../src/access/access-policy.ts";
import type { Principal } from "../../src/access/principal.ts";
import { modelRights } from "./rights-model.ts";

const GUIDE = "docs://assets-server/guide";
const ann: Principal = { id: "ann", name: "Ann" };
const nothing = { roles: [], restricted: [], revoked: [] };

const failing = (): Promise<never> => Promise.reject(new Error("database away"));

function read(policy: ResourcePolicy<Principal>, authorizationData: unknown): Promise<unknown> {
  const binding = resource({ uri: GUIDE, name: "guide", authorizationData }, "text");
  const gateway = createResourceGateway<Principal>({ policy, bindings: [binding] });
  return gateway.read(GUIDE, { context: ann }).then(
    ({ items }) => items.length,
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
}

it("permits the guide to whoever is known", async () => {
  expect(await read(accessPolicy(modelRights(nothing)), { kind: "guide" })).toBe(1);
});

it.each([
  undefined,
  null,
  "guide",
  {},
  { kind: "everything" },
  { kind: "project" },
  { kind: "asset", project: "p" },
  { kind: "asset", project: "p", asset: 7 },
])("does not decide about %j: no decision is no permission", async (authorizationData) => {
  expect(await read(accessPolicy(modelRights(nothing)), authorizationData)).toBe("policy_failed");
});

it("permits nothing while rights cannot be asked", async () => {
  const rights = { ...modelRights(nothing), permissions: failing, projects: failing };
  const subject = { kind: "project", project: "p" };
  expect(await read(accessPolicy(rights), subject)).toBe("policy_failed");
});

it("permits nothing that rights gave no answer about", async () => {
  const role = { principal: "ann", project: "p", role: "owner" } as const;
  const rights = { ...modelRights({ ...nothing, roles: [role] }), permissions: async () => [] };
  const subject = { kind: "project", project: "p" };
  expect(await read(accessPolicy(rights), subject)).toBe("unavailable");
});
