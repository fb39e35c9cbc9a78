import {
  type AnyDefinition,
  type Completion,
  createResourceGateway,
  isResourceFailure,
  type Page,
  publicPolicy,
  type ReadBundle,
  resource,
  type ResourceBinding,
  type ResourceGateway,
  type ResourcePolicy,
  resourceTemplate,
} from "@org/resources-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

// READ-15 for everything that is not a read of a bundle: two worlds, one of which holds more, none of it discoverable.

const numRuns = Math.ceil(60 * Number(process.env["FUZZ_FACTOR"] ?? 1));

type Ask = "sync" | "async" | "many";
type Step =
  | {
      readonly op: "list" | "templates";
      readonly pageSize: number | undefined;
      readonly from: From;
    }
  | {
      readonly op: "complete";
      readonly template: string;
      readonly variable: string;
      readonly value: string;
    }
  | { readonly op: "read"; readonly uri: string };
/** Where a list goes on: at the start, after the last page of this or of the other list, or at nonsense. */
type From = "start" | "own" | "other" | "" | "bogus" | "tampered";

/** What is hidden says so in its URI: the policy knows nothing else. */
function isShown(identifier: string): boolean {
  return !identifier.includes("hidden");
}

function at(path: string, secret: string): ResourceBinding {
  return resource(
    { uri: `a://h/${path}`, name: "n", description: secret, cache: { ttlMs: secret.length } },
    secret,
  );
}

function under(path: string, secret: string): ResourceBinding {
  return resourceTemplate(
    {
      uriTemplate: `a://t/${path}/{v}/{w}`,
      name: "t",
      description: secret,
      complete: { v: (value, { variables }) => [`${value} ${secret}`, variables["w"] ?? "none"] },
    },
    ({ variables }) => `${variables["v"]} ${secret}`,
  );
}

function see({ uri, uriTemplate }: AnyDefinition): boolean {
  return isShown(uri ?? uriTemplate ?? "");
}

async function seeLater(definition: AnyDefinition): Promise<boolean> {
  await Promise.resolve();
  return see(definition);
}

function policyOf(ask: Ask): ResourcePolicy<unknown> {
  const policy = { ...publicPolicy(), discover: ask === "sync" ? see : seeLater };
  if (ask !== "many") return policy;
  return { ...policy, discoverMany: async (all: readonly AnyDefinition[]) => all.map(see) };
}

/** The same operation ids in every world. */
function counting(): (n: number) => Uint8Array {
  let drawn = 0;
  return (n) => Uint8Array.from({ length: n }, () => (drawn += 1) % 251);
}

function gatewayOf(ask: Ask, bindings: readonly ResourceBinding[]): ResourceGateway<unknown> {
  return createResourceGateway({
    policy: policyOf(ask),
    bindings,
    random: counting(),
    cursorKeys: [new Uint8Array(32).fill(3)],
    limits: { maxPageBytes: 1024, maxUriBytes: 100 },
  });
}

/** Everything that a caller is told, in bytes; of a cursor, whose bits are random, its length. */
async function told(
  gateway: ResourceGateway<unknown>,
  steps: readonly Step[],
): Promise<readonly string[]> {
  const cursors: Record<"list" | "templates", string | undefined> = {
    list: undefined,
    templates: undefined,
  };
  const seen: string[] = [];
  const request = { context: undefined };
  for (const step of steps) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one step follows the other
      const answer = await perform(gateway, step, cursors, request);
      if ("issues" in answer || "values" in answer) {
        seen.push(JSON.stringify(answer));
        continue;
      }
      const { nextCursor } = answer;
      if (step.op === "list" || step.op === "templates") cursors[step.op] = nextCursor;
      seen.push(JSON.stringify({ ...answer, nextCursor: nextCursor?.length }));
    } catch (error) {
      if (!isResourceFailure(error)) throw error;
      seen.push(JSON.stringify([error, error.message, String(error), Object.keys(error)]));
    }
  }
  return seen;
}

async function perform(
  gateway: ResourceGateway<unknown>,
  step: Step,
  cursors: Readonly<Record<"list" | "templates", string | undefined>>,
  request: { readonly context: undefined },
): Promise<ReadBundle | Completion | Page<AnyDefinition>> {
  if (step.op === "read") return await gateway.read(step.uri, request);
  if (step.op === "complete") {
    const { template: uriTemplate, variable, value } = step;
    return await gateway.complete(
      { uriTemplate, variable, value, variables: { w: "sibling" } },
      request,
    );
  }
  const { op, pageSize } = step;
  const cursor = cursorFor(step.from, cursors[op], cursors[op === "list" ? "templates" : "list"]);
  return await (op === "list" ? gateway.list : gateway.listTemplates)(
    { cursor, pageSize },
    request,
  );
}

function cursorFor(
  from: From,
  own: string | undefined,
  other: string | undefined,
): string | undefined {
  if (from === "start") return undefined;
  if (from === "own") return own;
  if (from === "other") return other;
  if (from !== "tampered") return from;
  return own === undefined
    ? "A".repeat(88)
    : `${own.slice(0, 60)}${own.charAt(60) === "A" ? "B" : "A"}${own.slice(61)}`;
}

const paths = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 8 });
const secrets = fc.string({ unit: "grapheme", maxLength: 60 });

/** Steps about anything that the worlds hold, or one of them, or none. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      op: fc.constantFrom("list" as const, "templates" as const),
      pageSize: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      from: fc.constantFrom<From>("start", "own", "own", "own", "other", "", "bogus", "tampered"),
    }),
    fc.record({
      op: fc.constant("complete" as const),
      template: fc
        .tuple(fc.constantFrom("", "hidden/"), fc.integer({ min: 0, max: 31 }))
        .map(([hidden, number]) => `a://t/${hidden}${number}/{v}/{w}`),
      variable: fc.constantFrom("v", "w", "x", "constructor"),
      value: fc.oneof(fc.string({ unit: "binary", maxLength: 5 }), fc.constant("x".repeat(101))),
    }),
    fc.record({
      op: fc.constant("read" as const),
      uri: fc
        .tuple(
          fc.constantFrom(
            "a://h/",
            "a://h/hidden/",
            "a://t/",
            "a://t/hidden/",
            "A://h/",
            "a://h/%68idden/",
          ),
          fc.integer({ min: 0, max: 31 }),
          fc.constantFrom("", "/x/y", "/%2e/y", "/x", "/{v}/y"),
        )
        .map((parts) => parts.join("")),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

describe("worlds that differ only in what nobody may discover", () => {
  it("[READ-15] [LST-2] [LST-3] [CMP-1] answer lists, completions and reads alike: pages, cursors' lengths, values, failures", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Ask>("sync", "async", "many"),
        paths,
        paths,
        secrets,
        steps,
        fc.boolean(),
        async (ask, shown, hidden, secret, script, reversed) => {
          const open = shown.flatMap((path) => [at(path, "open"), under(path, "open")]);
          const more = hidden.flatMap((path) => [
            at(`hidden/${path}`, secret),
            under(`hidden/${path}`, secret),
          ]);
          const all = [...more, ...open];
          const [one, other] = await Promise.all([
            told(gatewayOf(ask, open), script),
            told(gatewayOf(ask, reversed ? all.toReversed() : all), script),
          ]);
          expect(other).toEqual(one);
        },
      ),
      { numRuns },
    );
  });

  it("[READ-15] [LST-2] a walk to the end takes the same pages, though thousands of entries are hidden between", async () => {
    const open = Array.from({ length: 60 }, (_, index) =>
      at(`${index * 50}`.padStart(6, "0"), "open"),
    );
    const more = Array.from({ length: 2900 }, (_, index) =>
      at(`${String(index).padStart(6, "0")}/hidden`, "x"),
    );
    for (const ask of ["sync", "async", "many"] as const) {
      const script: Step[] = Array.from({ length: 12 }, (_, page) => ({
        op: "list",
        pageSize: 5,
        from: page === 0 ? "start" : "own",
      }));
      // oxlint-disable-next-line no-await-in-loop
      const [one, other] = await Promise.all([
        told(gatewayOf(ask, open), script),
        told(gatewayOf(ask, [...more, ...open]), script),
      ]);
      expect(other).toEqual(one);
      expect(one.filter((page) => page.includes('"nextCursor":88'))).toHaveLength(11);
    }
  });
});
