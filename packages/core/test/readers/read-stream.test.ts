import { describe, expect, it } from "vitest";
import { PayloadError } from "../../src/identity/construction.ts";
import { resource } from "../../src/readers/function-backed.ts";
import { readStream } from "../../src/readers/read-stream.ts";
import { TooLargeSignal } from "../../src/signal.ts";
import { readBody } from "./read-body.ts";

interface Probe {
  readonly stream: ReadableStream<Uint8Array>;
  readonly cancelled: unknown[];
  pulls: number;
}

/** A stream that hands out `next()` for ever, until that gives nothing. */
function probe(next: () => unknown): Probe {
  const found: Probe = {
    cancelled: [],
    pulls: 0,
    stream: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          found.pulls += 1;
          const chunk = await next();
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk as Uint8Array);
        },
        cancel(reason) {
          found.cancelled.push(reason);
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return found;
}

const open = (): { maxBytes: number; signal: AbortSignal } => ({
  maxBytes: 10,
  signal: new AbortController().signal,
});

describe("readStream", () => {
  it("[FN-1] reads exactly maxBytes, and one more is too large: cancelled, nothing further pulled", async () => {
    let left = 5;
    const fits = probe(() => (left-- > 0 ? Uint8Array.of(1, 2) : undefined));
    expect(await readStream(fits.stream, open())).toHaveLength(10);
    expect(fits.cancelled).toEqual([]);
    const over = probe(() => new Uint8Array(4));
    await expect(readStream(over.stream, open())).rejects.toBeInstanceOf(TooLargeSignal);
    expect(over.pulls).toBe(3);
    expect(over.cancelled).toHaveLength(1);
  });

  it("[FN-1] is cancelled on abort, and what came so far is not taken for the body", async () => {
    const controller = new AbortController();
    const hanging = probe(async () => {
      controller.abort(new Error("gone"));
      return Uint8Array.of(1);
    });
    const bounds = { maxBytes: 10, signal: controller.signal };
    await expect(readStream(hanging.stream, bounds)).rejects.toThrow(
      "over before its stream ended",
    );
    expect(hanging.cancelled).toEqual([controller.signal.reason]);
    const late = probe(() => Uint8Array.of(1));
    await expect(readStream(late.stream, bounds)).rejects.toThrow("over before its stream began");
    expect([late.pulls, late.cancelled.length]).toEqual([0, 1]);
  });

  it("[FN-1] a chunk that is no bytes is invalid content", async () => {
    const rubbish = probe(() => "text");
    await expect(readStream(rubbish.stream, open())).rejects.toBeInstanceOf(PayloadError);
    expect(rubbish.cancelled).toHaveLength(1);
    expect(await readBody(resource({ uri: "a:x", name: "x" }, () => probe(() => 1).stream))).toBe(
      "invalid_content",
    );
  });

  it("[FN-1] a stream that errors, and one that is locked, is a failed read", async () => {
    const errors = probe(() => Promise.reject(new Error("disk")));
    expect(await readBody(resource({ uri: "a:x", name: "x" }, () => errors.stream))).toBe(
      "read_failed",
    );
    const locked = probe(() => undefined).stream;
    locked.getReader();
    expect(await readBody(resource({ uri: "a:x", name: "x" }, () => locked))).toBe("read_failed");
  });

  it("[FN-1] chunks are copied as they come", async () => {
    const shared = Uint8Array.of(0);
    let turn = 0;
    const reusing = probe(() => {
      turn += 1;
      shared[0] = turn;
      return turn > 3 ? undefined : shared;
    });
    expect([...(await readStream(reusing.stream, open()))]).toEqual([1, 2, 3]);
  });

  it("[READ-10] an endless stream of empty chunks lets timers fire", async () => {
    const controller = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      pull(queue) {
        queue.enqueue(new Uint8Array());
      },
    });
    setTimeout(() => {
      controller.abort();
    }, 5);
    await expect(readStream(endless, { maxBytes: 10, signal: controller.signal })).rejects.toThrow(
      "over before",
    );
  });

  it("[READ-10] no abort listener stays behind", async () => {
    let listeners = 0;
    const { signal } = new AbortController();
    const counted = new Proxy(signal, {
      get(target, key) {
        if (key === "addEventListener") listeners += 1;
        if (key === "removeEventListener") listeners -= 1;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    await readStream(probe(() => undefined).stream, { maxBytes: 1, signal: counted });
    expect(listeners).toBe(0);
  });
});
