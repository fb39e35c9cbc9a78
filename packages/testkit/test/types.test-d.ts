import {
  createResourceGateway,
  createTarget,
  type ResourceBinding,
  type ResourcePolicy,
} from "@org/resources-core";
import { assertType, expectTypeOf, it } from "vitest";
import {
  bindingContract,
  type ContractCheck,
  exploreReads,
  fakeBinding,
  fakePolicy,
  memoryStore,
  policyContract,
  type PolicySubject,
  recordingPolicy,
} from "../src/index.ts";

interface Caller {
  readonly user: string;
}
declare const policy: ResourcePolicy<Caller>;
declare const binding: ResourceBinding<Caller>;
const definitions = [{ uri: "doc://a", name: "a" }];
const targets = [createTarget({ uri: "doc://a" })];
const principals = [{ user: "ann" }, { user: "bob" }] as [Caller, Caller];

it("fakes stand in for policies and bindings of any context", () => {
  assertType<ResourcePolicy<Caller>>(fakePolicy());
  assertType<ResourceBinding<Caller>>(fakeBinding({ uri: "doc://a" }));
  // @ts-expect-error -- a definition has a place
  fakeBinding({ name: "nowhere" });
});

it("a recording policy knows its callers", () => {
  const recording = recordingPolicy(policy);
  assertType<ResourcePolicy<Caller>>(recording);
  expectTypeOf(recording.calls[0]!.context).toEqualTypeOf<Caller>();
});

it("hooks get what create gave", () => {
  const checks = policyContract({
    create: () => ({ policy, rights: new Set<string>() }),
    principals,
    unknown: undefined,
    definitions,
    targets,
    revoke: ({ uri }, { rights }) => rights.delete(uri),
    // @ts-expect-error -- there is no such thing
    stall: ({ database }) => database,
  });
  expectTypeOf(checks).toEqualTypeOf<readonly ContractCheck[]>();
  bindingContract({
    create: async () => ({ binding, store: memoryStore() }),
    principals,
    uris: ["doc://a"],
    bodiesRead: ({ store }) => store.calls.length,
    stall: ({ store }) => store.stall(),
  });
});

it("principals are the policy's callers, whatever the stranger is", () => {
  policyContract({
    create: () => ({ policy }),
    principals: [{ user: "ann" }, { user: "bob" }],
    unknown: "a stranger",
    definitions,
    targets,
  });
  policyContract({
    // @ts-expect-error -- this policy does not know numbers
    create: () => ({ policy }),
    principals: [1, 2],
    unknown: undefined,
    definitions,
    targets,
  });
  // @ts-expect-error -- one principal is not two
  assertType<PolicySubject<Caller>["principals"]>([{ user: "ann" }]);
});

it("the explorer takes core's own constructor, and changes that name what they change", () => {
  assertType<Promise<unknown>>(
    exploreReads(createResourceGateway, {
      uri: "doc://a",
      items: [],
      changes: [{ hide: "doc://a" }, "conceal"],
    }),
  );
  exploreReads(createResourceGateway, {
    uri: "doc://a",
    items: [],
    // @ts-expect-error -- no such change
    changes: [{ forget: "doc://a" }],
  }).catch(() => undefined);
});
