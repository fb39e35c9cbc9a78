import type { AnyDefinition } from "@org/resources-core";

/**
 * Spells a URI another way that selects the same binding: the scheme in upper case and, where a template captures, a
 * character of each captured segment escaped. A client may send it so, and the gateway passes it on as `requestUri`.
 */
export function aliasOf(uri: string, { uriTemplate }: AnyDefinition): string {
  const colon = uri.indexOf(":");
  const scheme = uri.slice(0, colon).toUpperCase();
  const parts = (uriTemplate ?? "").split("/");
  const segments = uri.slice(colon).split("/");
  return (
    scheme +
    segments
      .map((segment, index) => (/^\{.*\}$/.test(parts[index] ?? "") ? escaped(segment) : segment))
      .join("/")
  );
}

/** Escapes the first character that need not be. */
function escaped(segment: string): string {
  return segment.startsWith("%")
    ? segment
    : segment.replace(/^[\w.~-]/, (character) => {
        const octet = character.charCodeAt(0).toString(16).padStart(2, "0");
        return `%${octet}`;
      });
}
