import { describe, expectTypeOf, it } from "vitest";
import { gatewayPort, type GatewayPort } from "../src/adapter.ts";
import {
  batchPolicy,
  createResourceGateway,
  type Observer,
  publicPolicy,
  type ReadBundle,
  type ResourceBinding,
  type ResourceGateway,
  type ResourcePolicy,
  type ResourceTarget,
  type Scope,
  unavailable,
} from "../src/index.ts";

interface User {
  readonly user: string;
}
interface Tenant {
  readonly tenant: string;
}

declare const userPolicy: ResourcePolicy<User>;
declare const tenantBinding: ResourceBinding<Tenant>;
declare const anyone: ResourceGateway<unknown>;
declare const users: ResourceGateway<User>;

describe("the types of a gateway", () => {
  it("a context goes in only: a policy that needs more than the host gives is refused", () => {
    expectTypeOf(publicPolicy()).toExtend<ResourcePolicy<User>>();
    expectTypeOf<ResourcePolicy<User>>().toExtend<ResourcePolicy<User & Tenant>>();
    expectTypeOf<ResourcePolicy<User & Tenant>>().not.toExtend<ResourcePolicy<User>>();
    expectTypeOf(anyone).toExtend<ResourceGateway<User>>();
    expectTypeOf(users).not.toExtend<ResourceGateway<unknown>>();
    // @ts-expect-error -- the policy needs a user, the gateway is for anybody
    createResourceGateway<unknown>({ policy: userPolicy });
    // @ts-expect-error -- the binding needs a tenant
    createResourceGateway<User>({ policy: userPolicy, bindings: [tenantBinding] });
  });

  it("a host whose policy and bindings differ names the intersection", () => {
    const both = createResourceGateway<User & Tenant>({
      policy: userPolicy,
      bindings: [tenantBinding],
    });
    expectTypeOf(both).toEqualTypeOf<ResourceGateway<User & Tenant>>();
    // @ts-expect-error -- half a context
    void both.read("a:b", { context: { user: "me" } });
    void both.read("a:b", { context: { user: "me", tenant: "t" }, signal: undefined });
  });

  it("a read gives a bundle; targets and payloads cannot be written by hand", () => {
    expectTypeOf(
      users.read("a:b", { context: { user: "me" } }),
    ).resolves.toEqualTypeOf<ReadBundle>();
    expectTypeOf<{ uri: string; representation: string }>().not.toExtend<ResourceTarget>();
    expectTypeOf(unavailable()).toBeNever();
  });

  it("a batch policy is a policy of the same context", () => {
    const policy = batchPolicy<User>({
      discover: () => true,
      scopeKey: ({ context }) => context.user,
      decideMany: async (targets, { context, match }) => {
        expectTypeOf(context).toEqualTypeOf<User>();
        expectTypeOf(match.requestUri).toExtend<string>();
        return targets.map(() => ({ visible: true, read: true }));
      },
    });
    expectTypeOf(policy).toEqualTypeOf<ResourcePolicy<User>>();
  });

  it("[OBS-1] an observer may meet an operation that had no context yet", () => {
    expectTypeOf<Observer<User>>().parameter(1).toEqualTypeOf<Scope<User | undefined>>();
    createResourceGateway({ policy: userPolicy, observer: (_, scope) => scope.context?.user });
  });

  it("an adapter's port has its gateway's context", () => {
    expectTypeOf(gatewayPort(users)).toEqualTypeOf<GatewayPort<User>>();
    // @ts-expect-error -- nobody's context lacks the user
    gatewayPort(users).open({ context: () => ({}) });
    gatewayPort(users).open({ context: () => null });
  });
});
