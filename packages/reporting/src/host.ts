/** What this package uses of Node's `Buffer`, where the host has one (Node, Bun, Deno): it is native and fast. */
interface HostBuffer {
  readonly byteLength: (text: string, encoding: "utf8") => number;
  readonly from: (
    memory: ArrayBufferLike,
    offset: number,
    length: number,
  ) => { toString(encoding: "base64"): string };
}

export const hostBuffer: HostBuffer | undefined = (
  globalThis as { readonly Buffer?: HostBuffer | undefined }
).Buffer;
