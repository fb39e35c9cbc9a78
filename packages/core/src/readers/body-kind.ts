import { isMimeType } from "../identity/mime-type.ts";

/** How bytes become a body: by their MIME type, or as the author says (FN-2). */
export type ContentMode = "auto" | "text" | "blob";

/** What a body is on the wire, and how its bytes are to be decoded if it is text. */
export type BodyKind =
  | { readonly kind: "text"; readonly mimeType: string; readonly charset: string }
  | { readonly kind: "blob"; readonly mimeType: string };

/** What stands on the wire for a type that is malformed. */
export const UNKNOWN_MIME_TYPE = "application/octet-stream";
const DEFAULT_CHARSET = "utf-8";
const TEXT_SUBTYPE = /^(?:json|xml|javascript|ecmascript|.*\+json|.*\+xml)$/;
/** Of a valid type (mime-type.ts), one parameter at a time: sticky, so linear. */
const PARAMETER = /[ \t]*;[ \t]*(?:([^=; \t]+)=(?:"((?:[^"\\]|\\.)*)"|([^"; \t]*)))?/y;

/** The MIME type as it may stand on the wire: a malformed one is replaced (FN-2). */
export function wireMimeType(mimeType: string): string {
  return isMimeType(mimeType) ? mimeType : UNKNOWN_MIME_TYPE;
}

/**
 * Decides between text and blob for bytes of a MIME type (FN-2).
 *
 * Auto: `text/*` and the subtypes `json`, `xml`, `javascript`, `ecmascript`, `*+json`, `*+xml`, in any case, are text;
 * everything else, blank and malformed types too, is a blob, and so is text in a charset that this runtime does not know.
 * Forced text keeps the unknown charset, which then fails to decode.
 */
export function bodyKind(mimeType: string, content: ContentMode): BodyKind {
  const wire = wireMimeType(mimeType);
  if (content === "blob") return { kind: "blob", mimeType: wire };
  const charset = (wire === mimeType ? charsetOf(mimeType) : undefined) ?? DEFAULT_CHARSET;
  if (content === "text") return { kind: "text", mimeType: wire, charset };
  const isText = wire === mimeType && isTextType(mimeType) && decoderOf(charset) !== undefined;
  return isText ? { kind: "text", mimeType: wire, charset } : { kind: "blob", mimeType: wire };
}

/**
 * Decodes text: `undefined` if the charset is unknown or the bytes are not of it. A byte order mark stays, nothing is
 * replaced.
 */
export function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decoderOf(charset)?.decode(bytes);
  } catch {
    return undefined;
  }
}

function isTextType(mimeType: string): boolean {
  const [essence = ""] = mimeType.toLowerCase().split(";", 1);
  const [type, subtype = ""] = essence.trimEnd().split("/", 2);
  return type === "text" || TEXT_SUBTYPE.test(subtype);
}

/** The first charset parameter, as written. */
function charsetOf(mimeType: string): string | undefined {
  const semicolon = mimeType.indexOf(";");
  if (semicolon === -1) return undefined;
  PARAMETER.lastIndex = semicolon;
  for (let found = PARAMETER.exec(mimeType); found !== null; found = PARAMETER.exec(mimeType)) {
    const [, name, quoted, token] = found;
    if (name?.toLowerCase() === "charset") return quoted?.replaceAll(/\\(.)/g, "$1") ?? token;
  }
  return undefined;
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}
