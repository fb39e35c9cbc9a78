import type { Payload } from "../identity/payload.ts";

/** A file that an author named, opened afresh at every read (FN-3); made by `fileSource` of the `./node` entry. */
export interface FileSource {
  readonly kind: "file-source";
  /**
   * Reads the whole file, at most `maxBytes` of it: more is a `tooLarge()` signal. The bytes are the reader's own.
   */
  readonly read: (options: {
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  }) => Promise<Uint8Array>;
}

/** What a function-backed reader may return (FN-1). */
export type ResourceBody =
  | string
  | Uint8Array
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | ReadableStream<Uint8Array>
  | FileSource
  | Payload;
