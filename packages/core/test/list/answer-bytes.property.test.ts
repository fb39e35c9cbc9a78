import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { at, under } from "./registered.ts";

const numRuns = Math.ceil(60 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const request = { context: undefined };
const policy = publicPolicy();
/** Of which 256 are for what stands around the entries (LIM-2). */
const MAX_PAGE_BYTES = 8192;
const limits = { maxPageBytes: MAX_PAGE_BYTES, maxPageSize: 1000 };

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

describe("the entries of an answer, as the JSON array that they are, leave 256 bytes", () => {
  it("[LST-2] on a page of many small entries, where every comma counts, and not one more would fit", async () => {
    const bindings = Array.from({ length: 500 }, (_, index) => at(`a:${String(index + 100)}`));
    const templates = Array.from({ length: 500 }, (_, index) => under(`a:/${index + 100}/{v}`));
    const gateway = createResourceGateway({
      policy,
      bindings: [...bindings, ...templates],
      limits,
    });
    for (const list of [gateway.list, gateway.listTemplates]) {
      // oxlint-disable-next-line no-await-in-loop
      const { items, nextCursor } = await list({ pageSize: 1000 }, request);
      expect(items.length).toBeGreaterThan(190);
      expect(nextCursor).toHaveLength(88);
      const bytes = bytesOf(items) - 2;
      expect(bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES - 256);
      expect(bytes + 1 + bytesOf(items[0])).toBeGreaterThan(MAX_PAGE_BYTES - 256);
    }
  });

  it("[CMP-1] in a completion, and not one more value would fit", async () => {
    const values = fc.array(fc.string({ unit: "grapheme", minLength: 60, maxLength: 90 }), {
      minLength: 100,
      maxLength: 120,
    });
    let answer: readonly string[] = [];
    const binding = bundle(
      { uriTemplate: "a:/{v}", name: "t" },
      {
        resolve: () => Promise.reject(new Error("no")),
        read: () => Promise.reject(new Error("no")),
        complete: { v: () => answer },
      },
    );
    const gateway = createResourceGateway({ policy, bindings: [binding], limits });
    await fc.assert(
      fc.asyncProperty(values, async (candidates) => {
        answer = candidates;
        const completion = await gateway.complete(
          { uriTemplate: "a:/{v}", variable: "v", value: "" },
          request,
        );
        const shown = completion.values;
        expect(shown).toEqual(candidates.slice(0, shown.length));
        expect(completion.total).toBe(candidates.length);
        expect(completion.hasMore).toBe(shown.length < candidates.length);
        expect(bytesOf(shown) - 2).toBeLessThanOrEqual(MAX_PAGE_BYTES - 256);
        const next = candidates[shown.length];
        if (next === undefined || shown.length === 100) return;
        expect(bytesOf([...shown, next]) - 2).toBeGreaterThan(MAX_PAGE_BYTES - 256);
      }),
      // Shrinking a hundred long strings would take minutes.
      { numRuns, endOnFailure: true },
    );
  });

  it("[CMP-1] many tiny values stop at a hundred, or at the comma that is too much", async () => {
    const values = Array.from({ length: 200 }, () => "1234567");
    const binding = bundle(
      { uriTemplate: "a:/{v}", name: "t" },
      {
        resolve: () => Promise.reject(new Error("no")),
        read: () => Promise.reject(new Error("no")),
        complete: { v: () => values },
      },
    );
    for (const [maxPageBytes, count] of [
      [1024, 76],
      [1235, 98],
      [1256, 100],
      [8192, 100],
    ] as const) {
      const gateway = createResourceGateway({
        policy,
        bindings: [binding],
        limits: { maxPageBytes },
      });
      // oxlint-disable-next-line no-await-in-loop
      const completion = await gateway.complete(
        { uriTemplate: "a:/{v}", variable: "v", value: "" },
        request,
      );
      // Ten bytes each, commas between: floor((room + 1) / 10).
      expect(completion.values).toHaveLength(count);
    }
  });
});
