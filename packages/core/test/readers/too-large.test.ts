import { describe, expect, it } from "vitest";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { blobPayload, textPayload } from "../../src/identity/payload.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource } from "../../src/readers/function-backed.ts";
import type { ResourceBody } from "../../src/readers/resource-body.ts";
import { readBody } from "./read-body.ts";

const LIMIT = 1000;

/** What a reader may return, of a given length; text that is ASCII. */
const kinds: Record<string, (length: number) => ResourceBody> = {
  "a string": (length) => "x".repeat(length),
  "wide text": (length) => `${"é".repeat(Math.floor(length / 2))}${"x".repeat(length % 2)}`,
  bytes: (length) => new Uint8Array(length).fill(0x78),
  "an ArrayBuffer": (length) => new Uint8Array(length).fill(0x78).buffer,
  "a view in a larger buffer": (length) =>
    new Uint8Array(length + 999).fill(0x78).subarray(9, 9 + length),
  "a Blob": (length) => new Blob(["x".repeat(length)]),
  "a stream": (length) => new Blob(["x".repeat(length)]).stream(),
  "a file source": (length) => ({
    kind: "file-source",
    read: async () => new Uint8Array(length).fill(0x78),
  }),
  "a text payload": (length) => textPayload("x".repeat(length), "text/plain"),
  "a blob payload": (length) => blobPayload(new Uint8Array(length), "image/png"),
};

async function outcomeOf(
  make: (length: number) => ResourceBody,
  length: number,
  mimeType: string,
): Promise<string> {
  const gateway = createResourceGateway({
    policy: publicPolicy(),
    bindings: [resource({ uri: "a:x", name: "x", mimeType }, () => make(length))],
    limits: { maxItemPayloadBytes: LIMIT },
  });
  try {
    const { items } = await gateway.read("a:x", { context: undefined });
    return items[0]?.text === undefined ? "bytes" : "text";
  } catch (error) {
    if (!isResourceFailure(error)) throw error;
    return error.report?.issues[0]?.code ?? error.code;
  }
}

describe.each(Object.entries(kinds))("%s", (_, make) => {
  it.each(["text/plain", "image/png"])(
    "[FN-1] [LIM-4] as %s: the limit is read, one byte over is over the budget",
    async (mimeType) => {
      expect(["text", "bytes"]).toContain(await outcomeOf(make, LIMIT, mimeType));
      expect(await outcomeOf(make, LIMIT + 1, mimeType)).toBe("budget_exceeded");
      expect(["text", "bytes"]).toContain(await outcomeOf(make, 0, mimeType));
    },
  );
});

function latin(length: number): Uint8Array {
  return new Uint8Array(length).fill(0xe9);
}

describe("what is too large", () => {
  it("[FN-1] is not copied, nor read out of a Blob", async () => {
    let reads = 0;
    class CountedBlob extends Blob {
      override async arrayBuffer(): Promise<ArrayBuffer> {
        reads += 1;
        return super.arrayBuffer();
      }
    }
    const bodies: ResourceBody[] = [
      new CountedBlob(["123456"]),
      new Uint8Array(6),
      new ArrayBuffer(6),
    ];
    for (const body of bodies) {
      const binding = resource({ uri: "a:x", name: "x" }, () => body);
      // oxlint-disable-next-line no-await-in-loop
      expect(await readBody(binding, { maxBytes: 5 })).toBe("budget_exceeded");
    }
    expect(reads).toBe(0);
  });

  it("[FN-1] a file source that gives more than it was asked for is cut off all the same", async () => {
    const file = { kind: "file-source", read: async () => new Uint8Array(6) } as const;
    expect(await readBody(resource({ uri: "a:x", name: "x" }, file), { maxBytes: 5 })).toBe(
      "budget_exceeded",
    );
  });

  it("[FN-2] [LIM-4] text counts as what it is on the wire, not as the bytes that it came in", async () => {
    expect(await outcomeOf(latin, LIMIT / 2, "text/plain; charset=latin1")).toBe("text");
    expect(await outcomeOf(latin, LIMIT / 2 + 1, "text/plain; charset=latin1")).toBe(
      "budget_exceeded",
    );
  });
});

describe("a charset parameter", () => {
  it.each([
    'text/plain; charset="lat\\in1"',
    "text/plain;charset=ISO-8859-1",
    "text/plain ;\tcharset=latin1; charset=utf-8",
    'text/plain; note="; charset=utf-8"; charset=latin1',
  ])("[FN-2] is understood as RFC 9110 writes it: %s", async (mimeType) => {
    const binding = resource({ uri: "a:x", name: "x", mimeType }, Uint8Array.of(0xe9));
    expect(await readBody(binding)).toEqual({ text: "é", mimeType });
  });
});
