import { fileTypeFromBuffer } from "file-type";

/** A file's type by its content; text also as text. */
export type Media =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly text?: undefined };

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What well-formed text may call itself, by extension; anything else is plain text. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  markdown: "text/markdown",
  md: "text/markdown",
  svg: "image/svg+xml",
};

/**
 * Tells a file's type by its bytes. The name is believed only where bytes cannot tell: which kind of text it is, and
 * even then not that something is JSON or SVG.
 */
export async function detectMedia(name: string, bytes: Uint8Array): Promise<Media> {
  const binary = await fileTypeFromBuffer(bytes);
  // XML has a signature, but it is text, and only its root element tells an SVG from the rest.
  if (binary !== undefined && binary.mime !== "application/xml") return { mimeType: binary.mime };
  const text = decode(bytes);
  if (text === undefined) return { mimeType: "application/octet-stream" };
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const claimed = TEXT_TYPES[extension] ?? "text/plain";
  if (claimed === "application/json" && !isJson(text)) return { mimeType: "text/plain", text };
  if (claimed === "image/svg+xml" && !/<svg[\s>]/.test(text))
    return { mimeType: "text/plain", text };
  return { mimeType: claimed, text };
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
