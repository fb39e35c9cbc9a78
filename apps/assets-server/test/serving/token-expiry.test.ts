import { createResourceGateway, resource, type ResourcePolicy } from "@org/resources-core";
import { fakePolicy } from "@org/resources-testkit";
import { expect, it } from "vitest";
import type { Principal } from "../../src/access/principal.ts";
import { untilExpiry } from "../../src/serving/token-expiry.ts";

const URI = "docs://assets-server/guide";

/** Reads once while the clock stands at 100; `during` runs while the body is read, `asking` takes that long each time. */
async function read(
  expiresAt: number | undefined,
  during: (set: (to: number) => void) => void,
  asking = 0,
) {
  let now = 100;
  const inner = fakePolicy();
  const slow: ResourcePolicy<Principal> = {
    ...inner,
    discover: (definition, scope) => {
      now += asking;
      return inner.discover(definition, scope);
    },
    visible: (target, scope) => inner.visible(target, scope),
    read: (target, scope) => inner.read(target, scope),
    scopeKey: (scope) => inner.scopeKey(scope),
  };
  const policy = untilExpiry(slow, () => now);
  const gateway = createResourceGateway<Principal>({
    policy,
    bindings: [
      resource({ uri: URI, name: "guide" }, () => {
        during((to) => {
          now = to;
        });
        return "text";
      }),
    ],
  });
  const context: Principal = { id: "ann", name: "Ann", expiresAt };
  const listed = (await gateway.list({}, { context })).items.length;
  const outcome = await gateway.read(URI, { context }).then(
    () => "ok",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
  return [listed, outcome];
}

const nothing = (): void => {};

function late(set: (to: number) => void): void {
  set(101);
}

it("lets whoever has no expiry, or one that is to come, do what the policy permits", async () => {
  expect(await read(undefined, nothing)).toEqual([1, "ok"]);
  expect(await read(101, nothing)).toEqual([1, "ok"]);
});

it("denies everything from the instant of expiry on", async () => {
  expect(await read(100, nothing)).toEqual([0, "unavailable"]);
});

it("denies at the re-check what expired while the body was read [READ-7]", async () => {
  expect(await read(102, late)).toEqual([1, "ok"]);
  expect(await read(101, late)).toEqual([1, "unavailable"]);
});

it("denies what expired while the policy was asked", async () => {
  expect(await read(105, nothing, 1)).toEqual([1, "ok"]);
  expect(await read(101, nothing, 1)).toEqual([0, "unavailable"]);
});
