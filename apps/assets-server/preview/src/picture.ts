/** The types that a page may draw. They hold pixels and nothing that runs; SVG is not among them. */
const DRAWN = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
type DrawnType = (typeof DRAWN)[number];

/** Beyond these a picture is not given to the browser: a few kilobytes can unfold to gigabytes of pixels. */
const MAX_BASE64 = 4 * 1024 * 1024;
const MAX_SIDE = 2048;
/** The size of a picture stands in its beginning; a JPEG may have a profile before it. */
const HEAD_BASE64 = 128 * 1024;

/** A picture that may be drawn. */
export interface DrawnPicture {
  readonly mimeType: string;
  /** Plain base64, padded. */
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}

/** A picture, or why it is none. */
export type Picture = DrawnPicture | { readonly refused: "type" | "content" | "size" };

/**
 * Takes a blob for a picture if its declared type is one that is drawn, its bytes are of that very type, and what they
 * unfold to is no larger than a thumbnail may reasonably be.
 */
export function pictureOf(mimeType: string, blob: string): Picture {
  const type = DRAWN.find((known) => known === mimeType.toLowerCase());
  if (type === undefined) return { refused: "type" };
  if (blob.length > MAX_BASE64) return { refused: "size" };
  const head = decodeHead(blob);
  const size = head === undefined ? undefined : SIZES[type](head);
  if (size === undefined || size.width === 0 || size.height === 0) return { refused: "content" };
  const { width, height } = size;
  if (width > MAX_SIDE || height > MAX_SIDE) return { refused: "size" };
  return { mimeType: type, base64: blob, width, height };
}

function decodeHead(blob: string): DataView | undefined {
  if (blob.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(blob)) return undefined;
  const binary = atob(blob.slice(0, HEAD_BASE64));
  return new DataView(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads past the end are a picture that is none. */
const SIZES: Readonly<Record<DrawnType, (head: DataView) => Size | undefined>> = {
  "image/png": within((head) =>
    head.getUint32(0) === 0x89504e47 &&
    head.getUint32(4) === 0x0d0a1a0a &&
    head.getUint32(12) === 0x49484452
      ? { width: head.getUint32(16), height: head.getUint32(20) }
      : undefined,
  ),
  "image/gif": within((head) =>
    head.getUint32(0) === 0x47494638 && [0x3761, 0x3961].includes(head.getUint16(4))
      ? { width: head.getUint16(6, true), height: head.getUint16(8, true) }
      : undefined,
  ),
  "image/jpeg": within(jpegSize),
  "image/webp": within(webpSize),
};

function within(read: (head: DataView) => Size | undefined): (head: DataView) => Size | undefined {
  return (head) => {
    try {
      return read(head);
    } catch {
      return undefined;
    }
  };
}

/** ISO 10918-1 B.1.1: segments from marker to marker, up to the frame header. */
function jpegSize(head: DataView): Size | undefined {
  if (head.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; at += 2 + head.getUint16(at + 2)) {
    if (head.getUint8(at) !== 0xff) return undefined;
    const marker = head.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { height: head.getUint16(at + 5), width: head.getUint16(at + 7) };
    if (marker === 0xda || marker === 0xd9 || head.getUint16(at + 2) < 2) return undefined;
  }
}

/** RFC 9649 §2.5 to §2.7: lossy, lossless, extended. */
function webpSize(head: DataView): Size | undefined {
  if (head.getUint32(0) !== 0x52494646 || head.getUint32(8) !== 0x57454250) return undefined;
  const chunk = head.getUint32(12);
  if (chunk === 0x56503820) {
    const size = (at: number): number => head.getUint16(at, true) & 0x3fff;
    return { width: size(26), height: size(28) };
  }
  if (chunk === 0x5650384c && head.getUint8(20) === 0x2f) {
    const bits = head.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 0x56503858) return undefined;
  const size = (at: number): number =>
    head.getUint16(at, true) + head.getUint8(at + 2) * 0x10000 + 1;
  return { width: size(24), height: size(27) };
}
