import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { codeOf } from "../failure-of.ts";
import { discovering, numbered } from "./registered.ts";

/** A clock that only what is asked moves, and whose timers get no turn, as is so while nobody lets go of the loop. */
function blockedLoop(): { readonly clock: object; readonly take: (ms: number) => void } {
  let elapsed = 0;
  return {
    clock: { now: () => elapsed, elapsed: () => elapsed, setTimer: () => () => {} },
    take: (ms) => {
      elapsed += ms;
    },
  };
}

describe("a policy that answers at once and takes its time", () => {
  const request = { context: undefined, timeoutMs: 100 };

  it("[READ-10] [LST-1] `discover` is asked no more once the time is up, though no timer could say so", async () => {
    const { clock, take } = blockedLoop();
    let asked = 0;
    const policy = discovering(() => {
      asked += 1;
      take(10);
      return false;
    });
    const gateway = createResourceGateway({
      policy,
      bindings: numbered(1000),
      clock: clock as never,
    });
    expect(await codeOf(gateway.list({}, request))).toBe("timeout");
    expect(asked).toBe(10);
  });

  it("[READ-10] [LST-1] nor is `discoverMany`", async () => {
    const { clock, take } = blockedLoop();
    let asked = 0;
    const policy = discovering(() => true, {
      discoverMany: (definitions: readonly unknown[]) => {
        asked += 1;
        take(60);
        return definitions.map(() => false);
      },
    });
    const gateway = createResourceGateway({
      policy,
      bindings: numbered(1000),
      clock: clock as never,
    });
    expect(await codeOf(gateway.list({ pageSize: 1 }, request))).toBe("timeout");
    expect(asked).toBe(2);
  });

  it("[READ-10] [LST-3] nor anything after a `scopeKey` that took all the time", async () => {
    const { clock, take } = blockedLoop();
    const policy = discovering(
      () => {
        throw new Error("asked too late");
      },
      {
        scopeKey: () => {
          take(100);
          return "k";
        },
      },
    );
    const gateway = createResourceGateway({ policy, bindings: numbered(3), clock: clock as never });
    expect(await codeOf(gateway.list({}, request))).toBe("timeout");
    expect(await codeOf(gateway.list({ cursor: "bad" }, request))).toBe("timeout");
  });

  it("[READ-10] [CMP-1] nor a completer after a `discover` that took all the time", async () => {
    const { clock, take } = blockedLoop();
    let asked = 0;
    const policy = discovering(() => {
      take(100);
      return true;
    });
    const binding = bundle(
      { uriTemplate: "a:/{v}", name: "t" },
      {
        resolve: () => Promise.reject(new Error("no")),
        read: () => Promise.reject(new Error("no")),
        complete: {
          v: () => {
            asked += 1;
            return [];
          },
        },
      },
    );
    const gateway = createResourceGateway({ policy, bindings: [binding], clock: clock as never });
    const completion = { uriTemplate: "a:/{v}", variable: "v", value: "" };
    expect(await codeOf(gateway.complete(completion, request))).toBe("timeout");
    expect(asked).toBe(0);
  });
});
