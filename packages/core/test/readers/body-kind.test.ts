import { describe, expect, it } from "vitest";
import { blobPayload, textPayload } from "../../src/identity/payload.ts";
import { bodyKind, type ContentMode } from "../../src/readers/body-kind.ts";
import { resource, type ResourceOptions } from "../../src/readers/function-backed.ts";
import type { FileSource, ResourceBody } from "../../src/readers/resource-body.ts";
import { type BodyOutcome, readBody } from "./read-body.ts";

const OCTETS = "application/octet-stream";
const ascii = new TextEncoder().encode("hi");
const bom = Uint8Array.of(0xef, 0xbb, 0xbf, 0x68, 0x69);
const latin = Uint8Array.of(0xe9);
const utf16 = Uint8Array.of(0x68, 0x00, 0xe9, 0x00);

describe("bodyKind", () => {
  it.each<[string, "text" | "blob", string?]>([
    ["text/plain", "text", "utf-8"],
    ["TEXT/Anything", "text", "utf-8"],
    ["application/json", "text"],
    ["application/JSON", "text"],
    ["application/xml", "text"],
    ["application/javascript", "text"],
    ["application/ecmascript", "text"],
    ["application/ld+json", "text"],
    ["image/svg+xml", "text"],
    ["image/SVG+XML", "text"],
    ["text/html;profile=mcp-app", "text"],
    ["text/plain; charset=UTF-16LE", "text", "UTF-16LE"],
    ['text/plain; charset="iso-8859-1"', "text", "iso-8859-1"],
    ['text/plain; x="; charset=bogus"; CharSet=latin1', "text", "latin1"],
    ["text/plain; charset=utf-8; charset=bogus", "text", "utf-8"],
    ["application/json ; charset=utf-8", "text", "utf-8"],
    ["image/png", "blob"],
    ["application/jsonp", "blob"],
    ["application/x+jsonx", "blob"],
    ["application/octet-stream", "blob"],
    ["", "blob"],
    [" ", "blob"],
    ["text", "blob"],
    ["text/", "blob"],
    ["/plain", "blob"],
    ["text/pl ain", "blob"],
    [" text/plain", "blob"],
    ["text/plain; charset", "blob"],
    ["text/plain\n", "blob"],
    ["text/plain; charset=bogus", "blob"],
    ['text/plain; charset=""', "blob"],
  ])("[FN-2] auto: %j is %s", (mimeType, kind, charset) => {
    const found = bodyKind(mimeType, "auto");
    expect(found.kind).toBe(kind);
    expect(found).toMatchObject(charset === undefined ? {} : { charset });
  });

  it("[FN-2] decides in linear time on hostile types", () => {
    const started = performance.now();
    for (const part of ["; a=b", ";", '; a="\\"', "\t"])
      bodyKind(`text/plain${part.repeat(200_000)}`, "auto");
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

const kinds: Record<string, (bytes: Uint8Array) => ResourceBody> = {
  bytes: (bytes) => bytes,
  Buffer: (bytes) => Buffer.from(bytes),
  ArrayBuffer: (bytes) => Uint8Array.from(bytes).buffer,
  DataView: (bytes) => new DataView(Uint8Array.of(1, ...bytes, 1).buffer, 1, bytes.length),
  "offset view": (bytes) => Uint8Array.of(1, 2, ...bytes, 3).subarray(2, 2 + bytes.length),
  Blob: (bytes) => new Blob([Uint8Array.from(bytes)]),
  stream: (bytes) =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    }),
  "file source": (bytes) =>
    ({ kind: "file-source", read: async () => Uint8Array.from(bytes) }) satisfies FileSource,
};

const cells: [string | undefined, ContentMode | undefined, Uint8Array, BodyOutcome][] = [
  ["text/plain", undefined, ascii, { text: "hi", mimeType: "text/plain" }],
  ["text/plain", "auto", bom, { text: "\ufeffhi", mimeType: "text/plain" }],
  ["text/plain", "auto", latin, "invalid_content"],
  ["text/plain", "auto", Uint8Array.of(0xed, 0xa0, 0x80), "invalid_content"],
  ["text/plain", "blob", latin, { bytes: [0xe9], mimeType: "text/plain" }],
  [
    "text/plain; charset=latin1",
    "auto",
    latin,
    { text: "é", mimeType: "text/plain; charset=latin1" },
  ],
  [
    "text/plain;charset=utf-16le",
    "auto",
    utf16,
    { text: "hé", mimeType: "text/plain;charset=utf-16le" },
  ],
  ["text/plain;charset=utf-16le", "auto", utf16.subarray(0, 3), "invalid_content"],
  [
    "text/plain;charset=bogus",
    "auto",
    ascii,
    { bytes: [...ascii], mimeType: "text/plain;charset=bogus" },
  ],
  ["text/plain;charset=bogus", "text", ascii, "invalid_content"],
  ["application/vnd.x+JSON", "auto", ascii, { text: "hi", mimeType: "application/vnd.x+JSON" }],
  ["image/png", "auto", ascii, { bytes: [...ascii], mimeType: "image/png" }],
  ["image/png", "text", ascii, { text: "hi", mimeType: "image/png" }],
  [undefined, "auto", ascii, { bytes: [...ascii], mimeType: OCTETS }],
  [undefined, "text", ascii, { text: "hi", mimeType: OCTETS }],
  ["", "auto", ascii, { bytes: [...ascii], mimeType: OCTETS }],
  ["text", "auto", ascii, { bytes: [...ascii], mimeType: OCTETS }],
  ["text", "text", ascii, { text: "hi", mimeType: OCTETS }],
  ["text/plain", "auto", new Uint8Array(), { text: "", mimeType: "text/plain" }],
  ["image/png", "auto", new Uint8Array(), { bytes: [], mimeType: "image/png" }],
];

function options(mimeType: string | undefined, content: ContentMode | undefined): ResourceOptions {
  return { uri: "a:x", name: "x", mimeType, content };
}

describe.each(Object.entries(kinds))("a function that returns %s", (_, make) => {
  it.each(cells)("[FN-1] [FN-2] as %j, content %j", async (mimeType, content, bytes, expected) => {
    expect(await readBody(resource(options(mimeType, content), () => make(bytes)))).toEqual(
      expected,
    );
    const promised = resource(options(mimeType, content), async () => make(bytes));
    expect(await readBody(promised)).toEqual(expected);
  });
});

describe("a static body", () => {
  it.each(cells)(
    "[FN-1] [FN-2] of bytes and of a file source, as %j, content %j",
    async (mimeType, content, bytes, expected) => {
      const file = { kind: "file-source", read: async () => Uint8Array.from(bytes) } as const;
      expect(await readBody(resource(options(mimeType, content), bytes))).toEqual(expected);
      expect(await readBody(resource(options(mimeType, content), file))).toEqual(expected);
    },
  );
});

describe("a function that returns", () => {
  it.each<[string | undefined, BodyOutcome]>([
    [undefined, { text: "hé", mimeType: "text/plain" }],
    ["text/markdown", { text: "hé", mimeType: "text/markdown" }],
    ["image/png", { text: "hé", mimeType: "image/png" }],
    ["not a type", { text: "hé", mimeType: OCTETS }],
  ])("[FN-2] a string, as %j, is text whatever `content` says", async (mimeType, expected) => {
    for (const content of ["auto", "text", "blob"] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await readBody(resource(options(mimeType, content), () => "hé"))).toEqual(expected);
      // oxlint-disable-next-line no-await-in-loop
      expect(await readBody(resource(options(mimeType, content), "hé"))).toEqual(expected);
    }
  });

  it("[FN-2] an ill-formed string is invalid content", async () => {
    expect(await readBody(resource(options(undefined, undefined), () => "\ud800"))).toBe(
      "invalid_content",
    );
  });

  it.each<[string, string | undefined, BodyOutcome]>([
    ["image/png", undefined, { bytes: [...ascii], mimeType: "image/png" }],
    ["text/css", undefined, { text: "hi", mimeType: "text/css" }],
    ["text/css", "image/png", { bytes: [...ascii], mimeType: "image/png" }],
    ["", undefined, { bytes: [...ascii], mimeType: OCTETS }],
  ])("[FN-2] a Blob of type %j, declared %j", async (type, declared, expected) => {
    const blob = new Blob([ascii], { type });
    expect(await readBody(resource(options(declared, undefined), () => blob))).toEqual(expected);
  });

  it("[FN-1] a payload keeps its own MIME type and kind", async () => {
    const declared = options("image/png", "text");
    expect(await readBody(resource(declared, () => textPayload("t", "text/x")))).toEqual({
      text: "t",
      mimeType: "text/x",
    });
    expect(await readBody(resource(declared, blobPayload(ascii, "a/b")))).toEqual({
      bytes: [...ascii],
      mimeType: "a/b",
    });
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a number", 1],
    ["a plain object", { text: "x", mimeType: "text/plain" }],
    ["a look-alike payload", { ...textPayload("x", "text/plain") }],
    ["an array", [1, 2]],
    ["a function", () => "x"],
    ["a file source whose file is no bytes", { kind: "file-source", read: async () => "x" }],
  ])("[FN-4] %s is invalid content", async (_, body) => {
    const binding = resource(options(undefined, undefined), () => body as string);
    expect(await readBody(binding)).toBe("invalid_content");
    const promised = resource(options(undefined, undefined), async () => body as string);
    expect(await readBody(promised)).toBe("invalid_content");
  });
});
