import {
  createResourceGateway,
  isResourceFailure,
  publicPolicy,
  resource,
  type ResourceBinding,
  type ResourceGateway,
  resourceTemplate,
} from "@org/resources-core";
import { manualClock } from "@org/resources-testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const numRuns = Math.ceil(60 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const LIFETIME_MS = 600_000;
const KEYS = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte));

type Method = "list" | "listTemplates";

/** How one process of a deployment was started. */
interface Replica {
  /** Indices into KEYS, the current one first. */
  readonly keys: readonly number[];
  /** The release that it runs: which definitions. */
  readonly release: number;
  readonly shuffled: boolean;
}

/** One request to a replica, by some caller, with the cursor of an earlier answer. */
interface Visit {
  readonly replica: number;
  readonly caller: string;
  readonly method: Method;
  /** Which of the cursors seen so far. */
  readonly cursor: number;
  readonly waitMs: number;
}

function definitionsOf(release: number): ResourceBinding[] {
  return Array.from({ length: 6 }, (_, index) => [
    resource({ uri: `a://h/${index}`, name: index === 3 ? `release ${release}` : "n" }, ""),
    resourceTemplate({ uriTemplate: `a://t/${index}/{v}`, name: "t" }, () => ""),
  ]).flat();
}

const replicas = fc.array(
  fc.record({
    keys: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
    release: fc.constantFrom(1, 1, 1, 2),
    shuffled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
const visits = fc.array(
  fc.record({
    replica: fc.nat(),
    caller: fc.constantFrom("alice", "alice", "bob"),
    method: fc.constantFrom<Method>("list", "list", "listTemplates"),
    cursor: fc.nat(),
    waitMs: fc.constantFrom(0, 0, 1, 200_000, LIFETIME_MS - 1, LIFETIME_MS),
  }),
  { minLength: 1, maxLength: 15 },
);

/** A cursor, and what it should be good for. */
interface Issued {
  readonly text: string;
  readonly key: number | undefined;
  readonly release: number;
  readonly caller: string;
  readonly method: Method;
  readonly at: number;
  readonly next: number;
}

/** A replica of the first release. */
function build(keys: readonly number[], reversed = false): ResourceGateway<unknown> {
  const bindings = definitionsOf(1);
  return createResourceGateway({
    policy: publicPolicy(),
    bindings: reversed ? bindings.toReversed() : bindings,
    cursorKeys: keys.map((key) => KEYS[key] ?? new Uint8Array(32)),
  });
}

describe("gateways built apart", () => {
  it("[LST-3] [LST-4] continue each other's lists exactly where definitions, caller, list, time and some key agree; else one failure, whatever the reason", async () => {
    const shapes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(replicas, visits, async (deployment, requests) => {
        const clock = manualClock();
        const gateways = deployment.map(
          ({ keys, release, shuffled }: Replica): ResourceGateway<string> => {
            const bindings = definitionsOf(release);
            return createResourceGateway<string>({
              policy: {
                ...publicPolicy(),
                scopeKey: ({ context }: { readonly context: string }) => context,
              },
              bindings: shuffled ? bindings.toReversed() : bindings,
              cursorKeys: keys.map((key) => KEYS[key] ?? new Uint8Array(32)),
              clock,
            });
          },
        );
        const issued: Issued[] = [];
        const verdicts: [expected: boolean, found: boolean][] = [];
        for (const {
          replica: at,
          caller,
          method,
          cursor: which,
          waitMs,
        } of requests as readonly Visit[]) {
          clock.advance(waitMs);
          const index = at % gateways.length;
          const replica = deployment[index];
          const gateway = gateways[index];
          if (replica === undefined || gateway === undefined) throw new Error("no replica");
          const now = clock.elapsed();
          const cursor = issued.length === 0 ? undefined : issued[which % issued.length];
          const isGood =
            cursor === undefined ||
            (cursor.caller === caller &&
              cursor.method === method &&
              cursor.release === replica.release &&
              replica.keys.some((key) => key === cursor.key) &&
              now - cursor.at < LIFETIME_MS);
          const start = cursor?.next ?? 0;
          try {
            // oxlint-disable-next-line no-await-in-loop -- one request follows the other
            const page = await gateway[method](
              { cursor: cursor?.text, pageSize: 1 },
              { context: caller },
            );
            verdicts.push([isGood, true]);
            const [item] = page.items;
            expect(item?.uri ?? item?.uriTemplate).toContain(`/${start}`);
            expect(page.nextCursor === undefined).toBe(start === 5);
            if (page.nextCursor === undefined) continue;
            const [key] = replica.keys;
            const { release } = replica;
            issued.push({
              text: page.nextCursor,
              key,
              release,
              caller,
              method,
              at: now,
              next: start + 1,
            });
          } catch (error) {
            if (!isResourceFailure(error)) throw error;
            verdicts.push([isGood, false]);
            const { operationId: _, ...rest } = error.toJSON();
            shapes.add(
              JSON.stringify([rest, Object.keys(error), String(error), String(error.cause)]),
            );
          }
        }
        expect(verdicts.map(([, found]) => found)).toEqual(verdicts.map(([expected]) => expected));
      }),
      { numRuns },
    );
    expect(shapes.size).toBe(1);
    expect([...shapes][0]).toContain('"code":"invalid_cursor"');
  });

  it("[LST-4] a walk survives a rotation in two steps, and a release that only reorders registration", async () => {
    const phases = [
      build([0]),
      build([0, 1], true),
      build([1, 0]),
      build([1], true),
      build([1, 2]),
      build([2, 1]),
    ];
    const uris: string[] = [];
    let cursor: string | undefined;
    for (const gateway of phases) {
      // oxlint-disable-next-line no-await-in-loop
      const page = await gateway.list({ cursor, pageSize: 1 }, { context: undefined });
      uris.push(...page.items.map(({ uri }) => uri));
      cursor = page.nextCursor;
    }
    expect(uris).toEqual(Array.from({ length: 6 }, (_, index) => `a://h/${index}`));
    expect(cursor).toBeUndefined();
  });

  it("[LST-4] in one step it does not: whoever has not heard of the new key refuses", async () => {
    const [fresh, old] = [build([1, 0]), build([0])];
    const page = await fresh.list({ pageSize: 1 }, { context: undefined });
    await expect(
      old.list({ cursor: page?.nextCursor }, { context: undefined }),
    ).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});
