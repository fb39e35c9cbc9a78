import { PayloadError } from "../identity/construction.ts";
import { tooLarge } from "../signal.ts";

const FIRST_BYTES = 16_384;
/** A stream that never waits would keep timers from firing: let them, now and then. */
const CHUNKS_A_TURN = 256;

/** What bounds a body that is still to be read (READ-6). */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a stream of bytes to its end, within `maxBytes`; more is `tooLarge()` (FN-1).
 *
 * The stream is cancelled on abort, on excess, and on a chunk that is no bytes (a `PayloadError`). Chunks are copied as
 * they come.
 */
export async function readStream(
  stream: ReadableStream<unknown>,
  { maxBytes, signal }: BodyBounds,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const cancel = (): void => {
    reader.cancel(signal.reason).catch(() => {});
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (signal.aborted) throw new Error("The read was over before its stream began");
    return await collect(reader, maxBytes, signal);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<unknown>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let held = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  for (let chunks = 1; ; chunks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk follows the other
    const { done, value } = await reader.read();
    // Cancelling ends a stream as if it were complete: what came so far is not the body.
    if (signal.aborted) throw new Error("The read was over before its stream ended");
    if (done) return length === held.length ? held : held.slice(0, length);
    if (!ArrayBuffer.isView(value))
      throw new PayloadError("The stream yielded something that is no bytes");
    if (value.byteLength > maxBytes - length) tooLarge();
    held = grow(held, length + value.byteLength, maxBytes);
    held.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), length);
    length += value.byteLength;
    // oxlint-disable-next-line no-await-in-loop -- see CHUNKS_A_TURN
    if (chunks % CHUNKS_A_TURN === 0) await turn();
  }
}

function grow(
  held: Uint8Array<ArrayBuffer>,
  needed: number,
  maxBytes: number,
): Uint8Array<ArrayBuffer> {
  if (needed <= held.length) return held;
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, held.length * 2)));
  larger.set(held);
  return larger;
}

async function turn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
}
