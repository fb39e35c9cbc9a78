import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { PayloadError } from "../../src/identity/construction.ts";
import {
  blobPayload,
  isPayload,
  ownedBlobPayload,
  payloadByteLength,
  takePayloadBytes,
  textPayload,
} from "../../src/identity/payload.ts";

describe("payloads", () => {
  it("[PAY-1] are text or bytes with a MIME type of their own, also when empty", () => {
    expect(textPayload("", "text/plain")).toMatchObject({ text: "", mimeType: "text/plain" });
    expect(blobPayload(new Uint8Array(), "image/png").bytes).toEqual(new Uint8Array());
    expect(textPayload("é", "text/plain").bytes).toBeUndefined();
    expect(payloadByteLength(textPayload("é", "text/plain"))).toBe(2);
    expect(payloadByteLength(blobPayload(new Uint8Array(3), "image/png"))).toBe(3);
  });

  it.each([
    "text/plain",
    "text/plain; charset=utf-8",
    'text/plain;charset="ut\\"f"; a=b',
    "application/vnd.api+json",
    "text/html;profile=mcp-app",
  ])("[PAY-1] [case R5] take the MIME type %s", (mimeType) => {
    expect(textPayload("x", mimeType).mimeType).toBe(mimeType);
  });

  it.each([
    "",
    "text",
    "text/",
    "/plain",
    "text/plain ",
    "text/pl ain",
    "text/plain; =",
    "a/b;c",
    "é/b",
  ])("[PAY-1] [case R5] refuse the MIME type %j", (mimeType) => {
    expect(() => textPayload("x", mimeType)).toThrow(PayloadError);
    expect(() => blobPayload(new Uint8Array(1), mimeType)).toThrow(PayloadError);
  });

  it("[PAY-1] refuse text that is no well-formed Unicode, and bodies of a wrong type", () => {
    for (const text of ["\ud800", "a\udc00b", 1, null, undefined, {}, new Uint8Array(1)]) {
      expect(() => textPayload(text as string, "text/plain")).toThrow(PayloadError);
    }
    const others = ["x", [1], new Uint16Array(1), new ArrayBuffer(1), null, undefined, {}];
    for (const bytes of others) {
      expect(() => blobPayload(bytes as Uint8Array, "image/png")).toThrow(PayloadError);
    }
  });

  it("[PAY-1] copy bytes at construction, of any realm and subclass, and give copies out", () => {
    const bytes = Buffer.from([1, 2, 3]);
    const payload = blobPayload(bytes, "image/png");
    bytes[0] = 9;
    expect(payload.bytes).toEqual(new Uint8Array([1, 2, 3]));
    payload.bytes?.fill(7);
    expect(payload.bytes).toEqual(new Uint8Array([1, 2, 3]));
    const foreign: unknown = runInNewContext("new Uint8Array([4])");
    expect(blobPayload(foreign as Uint8Array, "image/png").bytes).toEqual(new Uint8Array([4]));
    takePayloadBytes(payload)?.fill(7);
    expect(takePayloadBytes(payload)).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("[PAY-1] give bytes that nobody else has away once, uncopied", () => {
    const bytes = new Uint8Array([1]);
    const payload = ownedBlobPayload(bytes, "image/png");
    expect(takePayloadBytes(payload)).toBe(bytes);
    expect(takePayloadBytes(payload)).not.toBe(bytes);
  });

  it("[PAY-1] take metadata of 64 KiB, copied, and no reserved key", () => {
    const meta = { a: { b: [1] } };
    const payload = textPayload("x", "text/plain", { _meta: meta });
    meta.a.b.push(2);
    expect(payload._meta).toEqual({ a: { b: [1] } });
    expect(Object.isFrozen(payload._meta)).toBe(true);
    const size = '{"a":""}'.length;
    const full = { a: "x".repeat(65_536 - size) };
    expect(textPayload("x", "text/plain", { _meta: full })._meta).toEqual(full);
    const reserved = { "go.phpboyscout.uk/mcp.resourceRead": {} };
    for (const _meta of [{ a: `${full.a}x` }, reserved, { "mcp.dev/a b": 1 }, [], 1, null]) {
      expect(() => textPayload("x", "text/plain", { _meta: _meta as never })).toThrow(PayloadError);
    }
  });

  it("[PAY-1] are told from look-alikes", () => {
    const payload = textPayload("x", "text/plain", { cache: { ttlMs: 1, cacheScope: "public" } });
    expect(isPayload(payload)).toBe(true);
    expect(Object.isFrozen(payload)).toBe(true);
    for (const other of [{ ...payload }, Object.create(payload), { text: "x", mimeType: "a/b" }]) {
      expect(isPayload(other)).toBe(false);
    }
  });
});
