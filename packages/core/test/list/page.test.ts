import { describe, expect, it } from "vitest";
import { createResourceGateway } from "../../src/gateway.ts";
import type { ResourceGateway } from "../../src/operation.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { unavailable } from "../../src/signal.ts";
import { failureOf } from "../failure-of.ts";
import { at, type DiscoverFunction, discovering, numbered, under } from "./registered.ts";

const request = { context: undefined };
const open = publicPolicy();

async function walk<C>(
  gateway: ResourceGateway<C>,
  pageSize: number,
  by: { readonly context: C },
): Promise<{ readonly uris: string[]; readonly sizes: number[] }> {
  const uris: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- one page follows the other
    const page = await gateway.list({ cursor, pageSize }, by);
    uris.push(...page.items.map((item) => item.uri));
    sizes.push(page.items.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { uris, sizes };
}

describe("list", () => {
  it("[LST-1] [case L3] lists resources and templates apart, each in one total order", async () => {
    const bindings = [at("b:x"), under("a:/{v}"), at("a:z"), at("a:B"), under("A:/b/{v}")];
    const gateway = createResourceGateway({ policy: open, bindings });
    const resources = await gateway.list({}, request);
    const templates = await gateway.listTemplates({}, request);
    expect(resources.items.map((item) => item.uri)).toEqual(["a:B", "a:z", "b:x"]);
    expect(templates.items.map((item) => item.uriTemplate)).toEqual(["A:/b/{v}", "a:/{v}"]);
    expect("nextCursor" in resources || "nextCursor" in templates).toBe(false);
  });

  it("[LST-1] shows detached descriptions: changing one changes nothing", async () => {
    const binding = at("a:x", { _meta: { deep: { n: 1 } }, cache: { ttlMs: 5 } });
    const gateway = createResourceGateway({ policy: open, bindings: [binding] });
    const [item] = (await gateway.list({}, request)).items;
    expect(item).toEqual({ uri: "a:x", name: "n", _meta: { deep: { n: 1 } } });
    expect(item).not.toBe(binding.definition);
    try {
      Object.assign(item ?? {}, { name: "changed" });
    } catch {
      // Frozen: as good as detached.
    }
    expect((await gateway.list({}, request)).items[0]?.name).toBe("n");
  });

  it("[LST-1] asks `discover` again for every page, and for nothing else", async () => {
    const asked: string[] = [];
    const policy = discovering(({ uri }) => {
      asked.push(uri ?? "");
      return true;
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(5) });
    const first = await gateway.list({ pageSize: 2 }, request);
    await gateway.list({ pageSize: 2, cursor: first.nextCursor }, request);
    await gateway.list({ pageSize: 2, cursor: first.nextCursor }, request);
    const numbers = asked.map((uri) => Number(uri.slice(2)));
    expect(numbers).toEqual([0, 1, 2, 2, 3, 4, 2, 3, 4]);
  });

  it("[LST-1] [case Z1] every caller's list is decided afresh: nothing of one caller's is another's", async () => {
    const policy = discovering<string>(
      ({ uri }, { context }) => uri !== "a:000001" || context === "alice",
      { scopeKey: ({ context }: { readonly context: string }) => context },
    );
    const gateway = createResourceGateway<string>({ policy, bindings: numbered(3) });
    const counts: number[] = [];
    for (const context of ["alice", "bob", "alice", "bob"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      counts.push((await gateway.list({}, { context })).items.length);
    }
    expect(counts).toEqual([3, 2, 3, 2]);
  });

  it.each<[string, DiscoverFunction<unknown>]>([
    ["false", () => false],
    ["a promise of false", async () => false],
    ["a thrown unavailable()", () => unavailable()],
    ["a rejected unavailable()", async () => unavailable()],
  ])("[LST-1] [READ-4] %s hides, without a trace", async (_, deny) => {
    const policy = discovering((definition, scope) =>
      definition.uri === "a:2" ? deny(definition, scope) : true,
    );
    const gateway = createResourceGateway({ policy, bindings: [at("a:1"), at("a:2"), at("a:3")] });
    expect(await walk(gateway, 1, request)).toEqual({ uris: ["a:1", "a:3"], sizes: [1, 1] });
  });

  it.each<[string, DiscoverFunction<unknown>]>([
    [
      "a throw",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "a throw of undefined",
      () => {
        throw undefined;
      },
    ],
    ["a rejection", () => Promise.reject(new Error("secret"))],
    ["undefined", () => undefined],
    ["a truthy string", () => "yes"],
    ["an object", () => ({ visible: true })],
    [
      "a hostile thenable",
      // oxlint-disable-next-line no-thenable
      () => ({
        // oxlint-disable-next-line no-thenable
        get then() {
          throw new Error("secret");
        },
      }),
    ],
  ])("[LST-1] %s is policy_failed", async (_, discover) => {
    const gateway = createResourceGateway({ policy: discovering(discover), bindings: numbered(3) });
    const failure = await failureOf(gateway.list({}, request));
    expect(failure.toJSON()).toMatchObject({
      code: "policy_failed",
      message: "Access could not be decided",
    });
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect((await failureOf(gateway.list({}, request))).operationId).not.toBe(failure.operationId);
  });

  it("[LST-1] never runs more than policyConcurrency decisions at once, nor far ahead", async () => {
    let running = 0;
    let most = 0;
    let asked = 0;
    const policy = discovering(async () => {
      asked += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      running -= 1;
      return true;
    });
    const gateway = createResourceGateway({
      policy,
      bindings: numbered(100),
      limits: { policyConcurrency: 3 },
    });
    const page = await gateway.list({ pageSize: 10 }, request);
    expect([page.items.length, most]).toEqual([10, 3]);
    expect(asked).toBeGreaterThanOrEqual(11);
    expect(asked).toBeLessThanOrEqual(13);
  });

  it("[LST-1] keeps the order of the list, whatever the order of the answers", async () => {
    const policy = discovering(async ({ uri }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, (Number(uri?.slice(2)) * 7) % 5);
      });
      return Number(uri?.slice(2)) % 3 !== 0;
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(20) });
    const { uris } = await walk(gateway, 4, request);
    const expected = Array.from({ length: 20 }, (_, index) => index).filter(
      (index) => index % 3 !== 0,
    );
    expect(uris.map((uri) => Number(uri.slice(2)))).toEqual(expected);
  });

  it("[LST-1] [READ-10] the first failure ends it, though an earlier decision hangs", async () => {
    const policy = discovering(({ uri }) => {
      if (uri === "a:000000") return new Promise(() => {});
      return uri === "a:000002" ? Promise.reject(new Error("x")) : Promise.resolve(true);
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(9) });
    expect((await failureOf(gateway.list({}, request))).code).toBe("policy_failed");
  });

  it("[READ-10] a decision that hangs ends with the deadline, or the caller", async () => {
    const policy = discovering(() => new Promise(() => {}));
    const gateway = createResourceGateway({ policy, bindings: numbered(3) });
    const timed = gateway.list({}, { ...request, timeoutMs: 5 });
    expect((await failureOf(timed)).code).toBe("timeout");
    const controller = new AbortController();
    const cancelled = gateway.list({}, { ...request, signal: controller.signal });
    controller.abort();
    expect((await failureOf(cancelled)).code).toBe("cancelled");
  });
});

function refuse(): never {
  throw new Error("discover is not for lists here");
}

describe("discoverMany", () => {
  it("[LST-1] is asked instead of `discover`, for hardly more than a page", async () => {
    const batches: number[] = [];
    const policy = discovering(refuse, {
      discoverMany: (definitions: readonly unknown[]) => {
        batches.push(definitions.length);
        return definitions.map(() => true);
      },
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(100) });
    expect((await gateway.list({ pageSize: 10 }, request)).items).toHaveLength(10);
    expect(batches).toEqual([11]);
    expect((await walk(gateway, 10, request)).sizes).toEqual(Array.from({ length: 10 }, () => 10));
  });

  it("[LST-1] is asked for ever more where most is hidden", async () => {
    const batches: number[] = [];
    const policy = discovering(refuse, {
      discoverMany: async (definitions: readonly { readonly uri: string }[]) => {
        batches.push(definitions.length);
        return definitions.map(({ uri }) => uri.endsWith("999"));
      },
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(5000) });
    expect((await gateway.list({}, request)).items).toHaveLength(5);
    expect(batches.length).toBeLessThan(12);
    expect(batches.reduce((sum, batch) => sum + batch)).toBe(5000);
  });

  it.each<[string, (length: number) => unknown]>([
    ["one answer too few", (length) => Array.from({ length: length - 1 }, () => true)],
    ["one answer too many", (length) => Array.from({ length: length + 1 }, () => true)],
    ["no array", () => true],
    ["an array-like", (length) => ({ length })],
    ["holes", (length) => Array.from({ length }).fill(undefined)],
    ["numbers", (length) => Array.from({ length }, () => 1)],
    [
      "a throw",
      () => {
        throw new Error("x");
      },
    ],
    ["a thrown unavailable()", () => unavailable()],
    ["a rejection", () => Promise.reject(new Error("x"))],
    [
      "a throwing proxy",
      () =>
        new Proxy([], {
          get: () => {
            throw new Error("x");
          },
        }),
    ],
  ])("[LST-1] %s is policy_failed", async (_, answer) => {
    const policy = discovering(refuse, {
      discoverMany: (definitions: readonly unknown[]) => answer(definitions.length),
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(5) });
    expect((await failureOf(gateway.list({}, request))).code).toBe("policy_failed");
  });
});

describe("a page", () => {
  it("[LST-2] [case L1] [case X8] has a cursor iff a further entry is discoverable now", async () => {
    let visible = new Set<string>();
    const policy = discovering(({ uri }) => visible.has(uri ?? ""));
    const gateway = createResourceGateway({ policy, bindings: numbered(40) });
    const see = (...numbers: number[]): void => {
      visible = new Set(numbers.map((number) => `a:${String(number).padStart(6, "0")}`));
    };
    see(3, 4);
    expect("nextCursor" in (await gateway.list({ pageSize: 2 }, request))).toBe(false);
    see(3, 4, 39);
    const page = await gateway.list({ pageSize: 2 }, request);
    expect(page.nextCursor).toMatch(/^[\w-]{88}$/);
    see(3, 4);
    expect(await gateway.list({ pageSize: 2, cursor: page.nextCursor }, request)).toEqual({
      items: [],
    });
    see();
    expect(await gateway.list({}, request)).toEqual({ items: [] });
  });

  it("[LST-2] holds its size; more than the maximum is the maximum; absent is the default", async () => {
    const limits = { defaultPageSize: 3, maxPageSize: 5 };
    const gateway = createResourceGateway({ policy: open, bindings: numbered(20), limits });
    const sizeOf = async (pageSize?: number): Promise<number> =>
      (await gateway.list({ pageSize }, request)).items.length;
    const sizes = [undefined, 1, 5, 6, 1e300].map(sizeOf);
    expect(await Promise.all(sizes)).toEqual([3, 1, 5, 5, 5]);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, "5", null])(
    "[LST-2] a page size of %s is a TypeError",
    async (pageSize) => {
      const gateway = createResourceGateway({ policy: open, bindings: numbered(2) });
      const page = gateway.list({ pageSize: pageSize as number }, request);
      await expect(page).rejects.toThrow(TypeError);
    },
  );

  it("[LST-2] stays within maxPageBytes, and what did not fit follows", async () => {
    const bindings = Array.from({ length: 12 }, (_, index) =>
      at(`a:${String(index).padStart(2, "0")}`, {
        description: "é".repeat(10 + ((index * 37) % 100)),
      }),
    );
    const limits = { maxPageBytes: 1024 };
    const gateway = createResourceGateway({ policy: open, bindings, limits });
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop -- one page follows the other
      const page = await gateway.list({ cursor }, request);
      const wire = JSON.stringify({ resources: page.items, nextCursor: page.nextCursor });
      expect(new TextEncoder().encode(wire).length).toBeLessThanOrEqual(1024);
      expect(page.items.length).toBeGreaterThan(0);
      uris.push(...page.items.map((item) => item.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris).toHaveLength(12);
  });

  it("[LST-2] an entry that fits a page exactly is listed alone", async () => {
    const overhead = JSON.stringify({ uri: "a:0", name: "n", description: "" }).length;
    const bindings = [0, 1, 2].map((index) =>
      at(`a:${index}`, { description: "x".repeat(1024 - 256 - overhead) }),
    );
    const gateway = createResourceGateway({
      policy: open,
      bindings,
      limits: { maxPageBytes: 1024 },
    });
    expect((await walk(gateway, 50, request)).sizes).toEqual([1, 1, 1]);
  });
});

function build(...keys: Uint8Array[]): ResourceGateway<unknown> {
  return createResourceGateway({ policy: open, bindings: numbered(3), cursorKeys: keys });
}

async function cursorOf(gateway: ResourceGateway<unknown>): Promise<string | undefined> {
  return (await gateway.list({ pageSize: 1 }, request)).nextCursor;
}

async function causeWith(cursorKeys: Uint8Array[] | undefined): Promise<string> {
  const gateway = createResourceGateway({ policy: open, bindings: numbered(2), cursorKeys });
  return String((await failureOf(gateway.list({ cursor: "x" }, request))).cause);
}

describe("a cursor", () => {
  const cursorKeys = [new Uint8Array(32).fill(1)];
  const byUser = discovering<{ readonly user: string; readonly revision?: number }>(() => true, {
    scopeKey: ({ context }: { context: { user: string; revision?: number } }) =>
      `${context.user}:${String(context.revision)}`,
  });

  it("[LST-4] two gateways built apart continue each other's listing", async () => {
    const [one, other] = [numbered(7), numbered(7).toReversed()].map((bindings) =>
      createResourceGateway({ policy: byUser, bindings, cursorKeys }),
    );
    const by = { context: { user: "alice" } };
    const uris: string[] = [];
    let cursor: string | undefined;
    let turn = 0;
    do {
      const gateway = turn % 2 === 0 ? one : other;
      turn += 1;
      // oxlint-disable-next-line no-await-in-loop -- one page follows the other
      const page = await gateway?.list({ cursor, pageSize: 2 }, by);
      uris.push(...(page?.items ?? []).map((item) => item.uri));
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    expect([uris.length, new Set(uris).size, turn]).toEqual([7, 7, 4]);
  });

  it("[LST-4] keys rotate in two steps, between gateways", async () => {
    const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const [a, b, c] = [build(old), build(old, fresh), build(fresh, old)];
    const results = await Promise.all(
      [
        [a, b],
        [b, a],
        [b, c],
        [c, b],
      ].map(async ([from, to]) => {
        const cursor = from === undefined ? undefined : await cursorOf(from);
        return (await to?.list({ cursor, pageSize: 1 }, request))?.items[0]?.uri;
      }),
    );
    expect(results).toEqual(Array.from({ length: 4 }, () => "a:000001"));
  });

  it("[LST-3] every way to be invalid is one and the same failure", async () => {
    let now = 1_000_000;
    const clock = { now: () => now, elapsed: () => 0, setTimer: () => () => {} };
    const bindings = [...numbered(5), under("a:/{v}"), under("b:/{v}")];
    const gateway = createResourceGateway({ policy: byUser, bindings, cursorKeys, clock });
    const by = { context: { user: "alice" } };
    const own = (await gateway.list({ pageSize: 1 }, by)).nextCursor ?? "";
    const templates = (await gateway.listTemplates({ pageSize: 1 }, by)).nextCursor ?? "";
    const others = [
      createResourceGateway({ policy: byUser, bindings: numbered(5), cursorKeys }),
      createResourceGateway({ policy: byUser, bindings, cursorKeys: [new Uint8Array(32).fill(2)] }),
    ];
    const [registry, key] = await Promise.all(
      others.map(async (other) => (await other.list({ pageSize: 1 }, by)).nextCursor ?? ""),
    );
    const flipped = own.endsWith("A") ? `${own.slice(0, -1)}B` : `${own.slice(0, -1)}A`;
    const cursors: unknown[] = [
      "",
      "bogus",
      `${own}=`,
      own.slice(1),
      flipped,
      own.replaceAll("_", "/").replaceAll("-", "+") === own
        ? `${own}A`
        : own.replaceAll("_", "/").replaceAll("-", "+"),
      "A".repeat(5000),
      7,
      null,
      templates,
      registry,
      key,
    ];
    const failures = await Promise.all(
      cursors.map((cursor) => failureOf(gateway.list({ cursor: cursor as string }, by))),
    );
    failures.push(await failureOf(gateway.list({ cursor: own }, { context: { user: "bob" } })));
    failures.push(
      await failureOf(gateway.list({ cursor: own }, { context: { user: "alice", revision: 2 } })),
    );
    expect((await gateway.list({ cursor: own, pageSize: 1 }, by)).items[0]?.uri).toBe("a:000001");
    now += 600_000;
    failures.push(await failureOf(gateway.list({ cursor: own }, by)));
    const shapes = new Set(
      failures.map((failure) => {
        const { operationId, ...told } = failure.toJSON();
        return JSON.stringify([
          typeof operationId,
          told,
          Object.keys(failure),
          String(failure),
          String(failure.cause),
        ]);
      }),
    );
    expect(shapes.size).toBe(1);
    expect(failures[0]?.toJSON()).toMatchObject({
      code: "invalid_cursor",
      message: "Invalid cursor",
      retryable: false,
    });
  });

  it("[LST-3] the host's cause hints at missing cursorKeys where they are missing", async () => {
    expect(await causeWith(undefined)).toContain("cursorKeys");
    expect(await causeWith(cursorKeys)).not.toContain("cursorKeys");
  });

  it("[LST-3] has one length, with or without hidden entries, for every position and caller", async () => {
    const lengths = new Set<number | undefined>();
    for (const hidden of [0, 5, 190]) {
      const policy = discovering<string>(({ uri }) => Number(uri?.slice(2)) >= hidden, {
        scopeKey: ({ context }: { context: string }) => context,
      });
      const gateway = createResourceGateway({ policy, bindings: numbered(200), cursorKeys });
      for (const context of ["a", "a-very-long-principal".repeat(50)]) {
        for (const pageSize of [1, 9]) {
          // oxlint-disable-next-line no-await-in-loop
          lengths.add((await gateway.list({ pageSize }, { context })).nextCursor?.length);
        }
      }
    }
    expect([...lengths]).toEqual([88]);
  });

  it("[LST-3] salt and nonce never come from the injected `random`", async () => {
    let drawn = 0;
    const random = (n: number): Uint8Array => {
      drawn += 1;
      return new Uint8Array(n);
    };
    const gateway = createResourceGateway({
      policy: open,
      bindings: numbered(2),
      cursorKeys,
      random,
      limits: { maxQueuedReads: 1000 },
    });
    const before = drawn;
    const pages = await Promise.all(
      Array.from({ length: 1000 }, () => gateway.list({ pageSize: 1 }, request)),
    );
    const parts = pages.map((page) =>
      Buffer.from(page.nextCursor ?? "", "base64url").toString("hex", 9, 38),
    );
    expect(new Set(parts.map((part) => part.slice(34))).size).toBe(1000);
    expect(new Set(parts.map((part) => part.slice(0, 34))).size).toBe(1000);
    expect(drawn - before).toBeLessThanOrEqual(1000);
  });

  it("[LST-3] scopeKey is asked once a page, before any discover, good cursor or bad", async () => {
    const calls: string[] = [];
    const policy = discovering(
      () => {
        calls.push("discover");
        return true;
      },
      {
        scopeKey: async () => {
          calls.push("scopeKey");
          return "k";
        },
      },
    );
    const gateway = createResourceGateway({ policy, bindings: numbered(2) });
    const page = await gateway.list({ pageSize: 1 }, request);
    await gateway.list({ cursor: page.nextCursor }, request);
    await failureOf(gateway.list({ cursor: "bad" }, request));
    expect(calls).toEqual(["scopeKey", "discover", "discover", "scopeKey", "discover", "scopeKey"]);
  });

  it.each<[string, () => unknown]>([
    ["an empty string", () => ""],
    ["empty bytes", () => new Uint8Array()],
    ["a lone surrogate [case X7]", () => "alice\ud800"],
    ["undefined", () => undefined],
    ["a number", () => 7],
    ["an object", () => ({ toString: () => "alice" })],
    ["an ArrayBuffer", () => new ArrayBuffer(4)],
    [
      "a throw",
      () => {
        throw new Error("x");
      },
    ],
    ["a thrown unavailable()", () => unavailable()],
    ["a rejection", () => Promise.reject(new Error("x"))],
  ])(
    "[LST-3] a scope key of %s is policy_failed, first page and bad cursor alike",
    async (_, scopeKey) => {
      const policy = discovering(() => true, { scopeKey });
      const gateway = createResourceGateway({ policy, bindings: numbered(2) });
      expect((await failureOf(gateway.list({}, request))).code).toBe("policy_failed");
      expect((await failureOf(gateway.list({ cursor: "bad" }, request))).code).toBe(
        "policy_failed",
      );
    },
  );

  it("[LST-3] a scope key in bytes is not the string of the same bytes", async () => {
    let key: string | Uint8Array = "alice";
    const policy = discovering(() => true, { scopeKey: () => key });
    const gateway = createResourceGateway({ policy, bindings: numbered(3) });
    const { nextCursor } = await gateway.list({ pageSize: 1 }, request);
    key = new TextEncoder().encode("alice");
    expect((await failureOf(gateway.list({ cursor: nextCursor }, request))).code).toBe(
      "invalid_cursor",
    );
    const bytes = await gateway.list({ pageSize: 1 }, request);
    key = new TextEncoder().encode("alice");
    expect((await gateway.list({ cursor: bytes.nextCursor }, request)).items).toHaveLength(2);
  });
});
