/** What this package uses of Node's `Buffer`, where the host has one (Node, Bun, Deno): it is native and fast. */
interface HostBuffer {
  readonly byteLength: (text: string, encoding: "utf8") => number;
  readonly from: (memory: ArrayBufferLike, offset: number, length: number) => HostView;
}

/** A `Buffer` over memory of ours. */
export interface HostView {
  toString(encoding: "base64"): string;
  write(text: string, offset: number, length: number, encoding: "latin1" | "utf16le"): number;
}

export const hostBuffer: HostBuffer | undefined = (
  globalThis as { readonly Buffer?: HostBuffer | undefined }
).Buffer;
