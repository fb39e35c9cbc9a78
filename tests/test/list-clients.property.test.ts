import { specTypeSchemas } from "@modelcontextprotocol/client";
import {
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  createResourceGateway,
  publicPolicy,
  resource,
  type ResourceBinding,
  resourceTemplate,
} from "@org/resources-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

// Both official clients refuse a whole list for one bad entry. So whatever a gateway lets an author register, each of
// them must take, every field of it.

const numRuns = Math.ceil(300 * Number(process.env["FUZZ_FACTOR"] ?? 1));

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constant("\ud800"),
  fc.constant(""),
);
function two(max: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, "0"));
}

/** Dates and near-dates. */
const dates = fc
  .tuple(
    fc.constantFrom("2026", "0000", "9999", "26"),
    two(13),
    two(32),
    fc.constantFrom("T", "T", "t", " "),
    two(25),
    two(60),
    fc.constantFrom("", ":00", ":59.9", ":60", ":01.123456789"),
    fc.constantFrom("Z", "Z", "z", "", "+01:00", "-23:59", "+0100", "+24:00", "+01"),
  )
  .map(([y, m, d, t, h, min, s, zone]) => `${y}-${m}-${d}${t}${h}:${min}${s}${zone}`);
const json = fc.jsonValue({ maxDepth: 2 });
const fields = fc.record({
  title: maybe(fc.oneof(text, fc.constant(null))),
  description: maybe(text),
  mimeType: maybe(text),
  icons: maybe(
    fc.array(
      fc.record(
        {
          src: fc.oneof(text, fc.constantFrom("data:,", "https://h/i", "HTTP://h")),
          mimeType: text,
          sizes: fc.oneof(fc.array(text), text),
          theme: fc.constantFrom("light", "dark", "other"),
        },
        { requiredKeys: ["src"] },
      ),
      { maxLength: 2 },
    ),
  ),
  annotations: maybe(
    fc.record(
      {
        audience: fc.array(fc.constantFrom("user", "assistant", "robot"), { maxLength: 2 }),
        priority: fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, 0.5, "1")),
        lastModified: fc.oneof(
          dates,
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
      },
      { requiredKeys: [] },
    ),
  ),
  _meta: maybe(fc.dictionary(fc.constantFrom("a", "example.org/b", "c.d"), json)),
  size: maybe(fc.oneof(fc.maxSafeNat(), fc.constantFrom(-1, 0.5))),
});

function accepted(make: () => ResourceBinding): ResourceBinding | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** A result as it comes over the wire. */
function wireOf(result: object): { readonly [key: string]: unknown } {
  return JSON.parse(JSON.stringify(result)) as { readonly [key: string]: unknown };
}

function v2Of(
  schema: "ListResourcesResult" | "ListResourceTemplatesResult",
  wire: object,
): unknown {
  const result = specTypeSchemas[schema]["~standard"].validate(wire);
  return result.issues ?? result.value;
}

describe("what an author may register", () => {
  it("[DEF-1] [LST-1] [case R6] both official clients take, every field of it; and what is refused here is often enough", async () => {
    let taken = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(text, fields, async (name, { size, ...rest }) => {
        const options = { name, ...rest } as { name: string };
        const bindings = [
          accepted(() =>
            resource({ uri: "a:x", ...options, ...(size === undefined ? {} : { size }) }, ""),
          ),
          accepted(() => resourceTemplate({ uriTemplate: "a:/{v}", ...options }, () => "")),
        ].filter((binding) => binding !== undefined);
        taken += bindings.length;
        refused += 2 - bindings.length;
        const gateway = createResourceGateway({ policy: publicPolicy(), bindings });
        const request = { context: undefined };
        const resources = wireOf({ resources: (await gateway.list({}, request)).items });
        const templates = wireOf({
          resourceTemplates: (await gateway.listTemplates({}, request)).items,
        });
        expect(ListResourcesResultSchema.parse(resources)).toEqual(resources);
        expect(ListResourceTemplatesResultSchema.parse(templates)).toEqual(templates);
        expect(
          v2Of("ListResourcesResult", {
            resultType: "complete",
            ttlMs: 0,
            cacheScope: "private",
            ...resources,
          }),
        ).toMatchObject(resources);
        expect(
          v2Of("ListResourceTemplatesResult", {
            resultType: "complete",
            ttlMs: 0,
            cacheScope: "private",
            ...templates,
          }),
        ).toMatchObject(templates);
      }),
      { numRuns },
    );
    expect(taken).toBeGreaterThan(numRuns / 10);
    expect(refused).toBeGreaterThan(numRuns / 10);
  });

  it("[DEF-1] a date is one here iff it is one to both official clients", () => {
    let taken = 0;
    fc.assert(
      fc.property(dates, (lastModified) => {
        const entry = { uri: "a:x", name: "x", annotations: { lastModified } };
        const resources = { resources: [entry] };
        const wire = { resultType: "complete", ttlMs: 0, cacheScope: "private", ...resources };
        const isTaken = accepted(() => resource(entry, "")) !== undefined;
        taken += Number(isTaken);
        expect(ListResourcesResultSchema.safeParse(resources).success).toBe(isTaken);
        expect(!Array.isArray(v2Of("ListResourcesResult", wire))).toBe(isTaken);
      }),
      { numRuns },
    );
    expect(taken).toBeGreaterThan(numRuns / 50);
  });
});
