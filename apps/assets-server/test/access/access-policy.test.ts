import {
  createResourceGateway,
  createTarget,
  resource,
  type ResourcePolicy,
} from "@org/resources-core";
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

it.each([undefined, null, {}, { id: "" }, { id: 7 }])(
  "permits nobody anything, whoever let them in: %j",
  async (nobody) => {
    const policy = accessPolicy({
      projects: async () => ["p"],
      permissions: async (_, names) => names.map(() => "readable" as const),
      revision: async () => 0,
    });
    // A host without types could do this.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const scope = { context: nobody, signal: new AbortController().signal } as never;
    const guide = { uri: GUIDE, name: "guide" };
    const template = { uriTemplate: "bundle://projects/{project}/preview", name: "preview" };
    expect(await policy.discover(guide, scope)).toBe(false);
    expect(await policy.discoverMany?.([guide, template], scope)).toEqual([false, false]);
    const target = createTarget({ uri: GUIDE, authorizationData: { kind: "guide" } });
    expect(await policy.decideMany?.([target], scope)).toEqual([{ visible: false }]);
    expect(await policy.visible(target, scope)).toMatchObject({ visible: false });
    // No key is no cursor: the gateway refuses an empty one.
    expect(await policy.scopeKey(scope)).toBe("");
  },
);

it("asks rights with the request's signal", async () => {
  const { signal } = new AbortController();
  const heard: unknown[] = [];
  const policy = accessPolicy({
    projects: async (_, given) => {
      heard.push(given);
      return [];
    },
    permissions: async (_, names, given) => {
      heard.push(given);
      return names.map(() => "hidden" as const);
    },
    revision: async (_, given) => {
      heard.push(given);
      return 0;
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const scope = { context: ann, signal } as never;
  await policy.discover({ uriTemplate: "a://{b}", name: "a" }, scope);
  await policy.visible(
    createTarget({ uri: "a://b", authorizationData: { kind: "project", project: "b" } }),
    scope,
  );
  await policy.scopeKey(scope);
  expect(heard).toEqual([signal, signal, signal]);
});
