import { contentsByteLength, jsonByteLength, type ReadItem } from "@org/resources-reporting";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatewayPort } from "../../src/adapter-port.ts";
import { blobPayload, type Payload, textPayload } from "../../src/identity/payload.ts";
import { effectiveLimits, type LimitOverrides } from "../../src/limits.ts";
import { allowancesOf, Budget } from "../../src/read/budget.ts";
import { jsonSizer } from "../../src/read/json-sizer.ts";
import type { ResultSizer } from "../../src/read/result-sizer.ts";
import { failureOf } from "../failure-of.ts";
import { BUNDLE, throwing, world, type WorldOptions } from "./world.ts";

const RUNS = 150 * Number(process.env["FUZZ_FACTOR"] ?? 1);

/** Reads the world's bundle as an adapter does, with a sizer of its own. */
async function readSized(options: WorldOptions, sizer: object) {
  const port = gatewayPort(world(options).gateway);
  const operation = port.open({ context: () => ({}), sizer: sizer as ResultSizer });
  try {
    return await operation.read(BUNDLE);
  } finally {
    operation.close();
  }
}

const exact: ResultSizer = { item: contentsByteLength, result: jsonSizer.result };
const failing = { body: throwing(new Error("x")) };
const three: WorldOptions = { items: { "i:a": {}, "i:b": failing, "i:c": {} } };

describe("an adapter's sizer", () => {
  it("[LIM-5] is asked about the very items that it is later shown in the result", async () => {
    const sized: ReadItem[] = [];
    let shown: readonly ReadItem[] = [];
    const bundle = await readSized(three, {
      item: (item: ReadItem) => {
        sized.push(item);
        return 10;
      },
      result: (contents: readonly ReadItem[]) => {
        shown = contents;
        return 100;
      },
    });
    expect(shown).toBe(bundle.contents);
    expect(bundle.items.every((item, at) => item === sized[at])).toBe(true);
  });

  it("[LIM-5] decides what fits, instead of core's own", async () => {
    const limits = { maxItemEncodedBytes: 1000 };
    const bundle = await readSized(
      { ...three, limits },
      { ...exact, item: ({ uri }: ReadItem) => (uri === "i:a" ? 1001 : 1000) },
    );
    expect(bundle.items.map(({ uri }) => uri)).toEqual(["i:c"]);
  });

  it("[LIM-5] is not asked for an item's size where its bound fits", async () => {
    const sizer = {
      itemBound: () => 10,
      resultBound: () => 10,
      item: throwing(1),
      result: throwing(1),
    };
    expect((await readSized(three, sizer)).items).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ["NaN", Number.NaN],
    ["a negative number", -1],
    ["a fraction", 0.5],
    ["Infinity", Infinity],
    ["a string", "10"],
    ["undefined", undefined],
    ["a bigint", 10n],
    ["a throw", throwing(new Error("sizer"))],
  ])("[LIM-5] that answers with %s fails the read as response_too_large", async (_, size) => {
    const answer = typeof size === "function" ? size : () => size;
    for (const sizer of [
      { ...exact, item: answer },
      { ...exact, result: answer },
      { ...exact, itemBound: answer },
      { ...exact, resultBound: answer },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      const failure = await failureOf(readSized(three, sizer));
      expect(failure).toMatchObject({ code: "response_too_large", retryable: false });
      expect(failure.cause).toBeInstanceOf(Error);
    }
  });

  it("[LIM-5] that finds the result too large gets it with the minimal report, totals unchanged", async () => {
    const max = effectiveLimits().maxEncodedBytes;
    const asked: number[] = [];
    const bundle = await readSized(three, {
      ...exact,
      result: (contents: readonly ReadItem[], meta: object) => {
        asked.push(jsonByteLength(meta));
        return JSON.stringify(contents).includes("read_failed") ? max + 1 : max;
      },
    });
    expect(asked).toHaveLength(2);
    expect(bundle).toMatchObject({ partial: true, issues: [], issuesOmitted: 1 });
    expect(bundle.warning?.text).toBe(
      'Incomplete bundle.\n{"version":1,"partial":true,"issues":[],"issuesOmitted":1}',
    );
    expect(bundle.items).toHaveLength(2);
  });

  it("[LIM-5] that finds even that too large fails the read as response_too_large", async () => {
    const max = effectiveLimits().maxEncodedBytes;
    for (const options of [three, { items: { "i:a": {} } }]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      const failure = await failureOf(readSized(options, { ...exact, result: () => max + 1 }));
      expect(failure.code).toBe("response_too_large");
    }
  });
});

describe("core's own sizing", () => {
  it("[LIM-5] holds the commas of very many items to the limit as well", async () => {
    const count = 10_000;
    const items = Object.fromEntries(Array.from({ length: count }, (_, at) => [`i:${at}`, {}]));
    const limits = { maxItems: count, maxPlanItems: count, reportEncodedBytes: 1024 };
    const measured = await world({ items, limits }).read();
    const itemBytes = measured.items.reduce((sum, item) => sum + contentsByteLength(item), 0);
    const tight = { ...limits, maxEncodedBytes: itemBytes + 1024 + 8192 + 256 };
    expect((await world({ items, limits: tight }).failure()).code).toBe("response_too_large");
    const roomy = { ...limits, maxEncodedBytes: itemBytes + count + 200 + 8192 };
    const bundle = await world({ items, limits: roomy }).read();
    const result = { contents: bundle.contents, _meta: bundle._meta };
    expect(Buffer.byteLength(JSON.stringify(result))).toBe(
      jsonSizer.result(bundle.contents, bundle._meta),
    );
  });

  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom('"'.repeat(30), "\n".repeat(40), "é".repeat(50), "\u0001".repeat(20), ""),
  );
  const payload: fc.Arbitrary<Payload> = fc.oneof(
    text.map((body) => textPayload(body, "text/plain")),
    fc.uint8Array({ maxLength: 80 }).map((body) => blobPayload(body, "image/png")),
  );

  it("[LIM-3] [LIM-4] agreement with sizes taken of everything at once, near every boundary", () => {
    const own = fc.integer({ min: 1, max: 120 });
    const total = fc.integer({ min: 1, max: 300 });
    const wire = fc.integer({ min: 60, max: 200 });
    const wireTotal = fc.integer({ min: 60, max: 500 });
    fc.assert(
      fc.property(
        fc.array(payload, { maxLength: 8 }),
        own,
        total,
        wire,
        wireTotal,
        (bodies, ...sizes) => {
          const [maxItemPayloadBytes, payloadTotal, maxItemEncodedBytes, encodedTotal] = sizes;
          const limits: LimitOverrides = {
            maxItemPayloadBytes,
            maxPayloadBytes: payloadTotal + 256,
            reportPayloadBytes: 256,
            maxItemEncodedBytes,
            maxEncodedBytes: encodedTotal + 1024 + 8192 + 256,
            reportEncodedBytes: 1024,
          };
          const budget = new Budget(allowancesOf(effectiveLimits(limits)), jsonSizer);
          let payloadUsed = 0;
          let encodedUsed = 0;
          for (const body of bodies) {
            expect(budget.maxBytes).toBe(
              Math.min(maxItemPayloadBytes, payloadTotal, payloadTotal - payloadUsed),
            );
            const bytes = body.bytes?.byteLength ?? Buffer.byteLength(body.text ?? "");
            const item = {
              uri: "i:a",
              mimeType: body.mimeType,
              ...(body.text === undefined ? { bytes: body.bytes } : { text: body.text }),
            };
            const encoded = contentsByteLength(item);
            const expected =
              bytes > Math.min(maxItemPayloadBytes, payloadTotal) ||
              encoded > Math.min(maxItemEncodedBytes, encodedTotal)
                ? "item"
                : bytes > payloadTotal - payloadUsed || encoded > encodedTotal - encodedUsed
                  ? "rest"
                  : "fits";
            const admitted = budget.admit("i:a", body);
            expect("over" in admitted ? admitted.over : "fits").toBe(expected);
            if (expected !== "fits") continue;
            payloadUsed += bytes;
            encodedUsed += encoded;
            expect(budget.encodedAtMost).toBeGreaterThanOrEqual(encodedUsed);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
