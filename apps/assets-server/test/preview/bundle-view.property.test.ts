import { RESOURCE_READ_META_KEY } from "@org/resources-reporting";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleView } from "../../preview/src/bundle-view.ts";
import { failureOf } from "../../preview/src/failure-words.ts";
import { itemName } from "../../preview/src/item-name.ts";
import { pictureOf } from "../../preview/src/picture.ts";
import { printableLine, printableText } from "../../preview/src/printable.ts";
import { bundleOfToolResult } from "../../preview/src/tool-answer.ts";

const asked = { requested: "bundle://projects/p/preview", project: "p" };
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("__proto__", "constructor", "\u202E", "\uD800"),
);
const item = fc.record(
  {
    uri: fc.oneof(fc.webUrl(), fc.constant(asked.requested), text, fc.anything()),
    mimeType: fc.oneof(
      fc.constantFrom("image/png", "image/svg+xml", "text/html"),
      text,
      fc.anything(),
    ),
    text: fc.oneof(text, fc.anything()),
    blob: fc.oneof(fc.base64String(), text, fc.anything()),
  },
  { requiredKeys: [] },
);
const issue = fc.record({
  code: fc.oneof(fc.constantFrom("unavailable", "read_failed", "timeout"), text),
  message: text,
  retryable: fc.boolean(),
  uri: fc.constant("asset://projects/p/SECRET/thumbnail"),
});
const report = fc.record({
  version: fc.constant(1),
  partial: fc.boolean(),
  issues: fc.array(issue, { maxLength: 40 }),
  issuesOmitted: fc.nat(1000),
});

describe("laws of the page", () => {
  it("totality: whatever a server sends, there is a view, of printable text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(item, fc.anything())),
        fc.oneof(report, fc.anything()),
        (contents, meta) => {
          const view = bundleView({ contents, _meta: { [RESOURCE_READ_META_KEY]: meta } }, asked);
          expect(view.title).not.toBe("");
          for (const { name, excerpt = "" } of view.tiles) {
            expect(name).not.toMatch(/\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{Cs}/u);
            expect(excerpt).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{Cs}/u);
          }
        },
      ),
    );
  });

  it("secrecy: no issue's address, code or message is in a view", () => {
    fc.assert(
      fc.property(report, (meta) => {
        const view = bundleView({ contents: [], _meta: { [RESOURCE_READ_META_KEY]: meta } }, asked);
        expect(JSON.stringify(view)).not.toContain("SECRET");
        const words = view.missing?.kinds.join(" ") ?? "";
        expect(words).toMatch(/^[\d\w ,.:]*$/);
      }),
    );
  });

  it("conservation: the numbers of all kinds add up to what is missing", () => {
    fc.assert(
      fc.property(report, (meta) => {
        const { missing } = bundleView(
          { contents: [], _meta: { [RESOURCE_READ_META_KEY]: meta } },
          asked,
        );
        const counted = (missing?.kinds ?? []).map((words) =>
          Number(/^[\d,]+/.exec(words)?.[0].replaceAll(",", "")),
        );
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(
          meta.issues.length + meta.issuesOmitted,
        );
      }),
    );
  });

  it("order independence: what is missing is said alike whatever order the issues come in", () => {
    fc.assert(
      fc.property(report, (meta) => {
        const said = (issues: typeof meta.issues) =>
          bundleView(
            { contents: [], _meta: { [RESOURCE_READ_META_KEY]: { ...meta, issues } } },
            asked,
          ).missing;
        expect(said(meta.issues.toReversed())).toEqual(said(meta.issues));
      }),
    );
  });

  it("nothing is lost: every item is a tile, the about text, the warning, or counted as left out", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(item, fc.anything()), { maxLength: 400, size: "max" }),
        (contents) => {
          const { tiles, tilesOmitted } = bundleView({ contents }, asked);
          const abouts = contents.length - tiles.length - tilesOmitted;
          expect(abouts === 0 || abouts === 1).toBe(true);
          expect(tiles.length).toBeLessThanOrEqual(300);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("pictures: what is drawn is of a drawn type and in plain base64", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.constant("image/png")),
        fc.oneof(fc.base64String(), text),
        (type, blob) => {
          const picture = pictureOf(type, blob);
          const { mimeType, base64 } =
            "refused" in picture ? { mimeType: "image/png", base64: "none" } : picture;
          expect(mimeType).toMatch(/^image\/(?:png|jpeg|gif|webp)$/);
          expect(base64).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
        },
      ),
    );
  });

  it("lines are one line, bounded, and stay as they are when they are printable", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({ unit: fc.constantFrom("a", "\n", "\t", "\u2028", "\u{1F600}") }),
        ),
        fc.integer({ min: 2, max: 40 }),
        (raw, max) => {
          const line = printableLine(raw, max);
          expect(line.length).toBeLessThanOrEqual(max);
          expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
          expect(printableLine(line, max)).toBe(line);
          expect(printableText(raw, max).length).toBeLessThanOrEqual(max);
          expect(itemName(raw).length).toBeLessThanOrEqual(120);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 40 }), (ascii) => {
        expect(printableLine(ascii, 40)).toBe(ascii);
      }),
    );
  });

  it("totality of failures and of tool results", () => {
    fc.assert(
      fc.property(fc.anything(), (thing) => {
        expect(failureOf(thing).title).not.toBe("");
        bundleOfToolResult(thing);
        bundleOfToolResult({ content: thing, structuredContent: thing });
      }),
    );
  });
});
