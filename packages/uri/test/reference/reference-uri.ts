/**
 * The verdicts of URI-1 to URI-9, as they are worded. Frozen and slow: do not improve. It imports nothing of `src`; the
 * fast code is judged by it.
 */
import { generates, host, ipLiteral, longestPrefix, port, regName, scheme, URI } from "./abnf.ts";

export interface ReferenceFault {
  readonly code: string;
  readonly offset: number;
}

/** The verdict on a string: its fault, or `undefined` for a resource URI. */
export function referenceVerdict(input: string, maxBytes = 8192): ReferenceFault | undefined {
  if (new TextEncoder().encode(input).length > maxBytes) return { code: "too_long", offset: 0 };
  if (input === "") return { code: "empty", offset: 0 };
  const components = appendixB(input);
  for (let offset = 0; offset < input.length; offset++) {
    const code = characterFault(input, offset, components);
    if (code !== undefined) return { code, offset };
  }
  const schemeEnd = longestPrefix(scheme, input);
  if (schemeEnd === 0 || input[schemeEnd] !== ":")
    return { code: "not_absolute", offset: schemeEnd };
  const fault = structureFault(input, components);
  if (fault === undefined && !generates(URI, input)) throw new Error(`the ABNF refuses ${input}`);
  return fault;
}

type Span = readonly [start: number, end: number];

interface Components {
  readonly authority: Span | undefined;
  readonly path: Span;
  readonly fragment: Span | undefined;
}

/** The regular expression of RFC 3986 appendix B (its dot made to match line ends). */
function appendixB(input: string): Components {
  const expression = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#([\s\S]*))?/d;
  const { indices } = expression.exec(input)!;
  return { authority: indices![4], path: indices![5]!, fragment: indices![9] };
}

const within = (offset: number, span: Span | undefined): boolean =>
  span !== undefined && offset >= span[0] && offset < span[1];

/** URI-2, URI-3 and URI-4 at one offset. */
function characterFault(input: string, offset: number, parts: Components): string | undefined {
  const character = input[offset]!;
  if (/[A-Za-z0-9\-._~:/?@!$&'()*+,;=]/.test(character)) return undefined;
  if (character === "#") {
    return within(offset, parts.fragment) ? "invalid_character" : undefined;
  }
  if (character === "[" || character === "]") {
    return within(offset, parts.authority) ? undefined : "invalid_character";
  }
  if (character === "%") return escapeFault(input, offset);
  if (/^\{[A-Za-z_][A-Za-z0-9_]*\}/.test(input.slice(offset))) return "unexpanded_template";
  const code = input.charCodeAt(offset);
  const isHigh = code >= 0xd800 && code <= 0xdbff;
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  const next = input.charCodeAt(offset + 1);
  const isPair = isHigh && next >= 0xdc00 && next <= 0xdfff;
  return (isHigh && !isPair) || isLow ? "invalid_utf8" : "invalid_character";
}

/** An escape is the first of a character, or one that an earlier `%` accounts for. */
function escapeFault(input: string, offset: number): string | undefined {
  if (!/^%[0-9A-Fa-f]{2}/.test(input.slice(offset))) return "invalid_percent_escape";
  // All the escapes that stand in a row with this one.
  let start = offset;
  while (/^%[0-9A-Fa-f]{2}$/.test(input.slice(start - 3, start))) start -= 3;
  const row = /^(?:%[0-9A-Fa-f]{2})+/.exec(input.slice(start))![0];
  const octets = row.match(/[0-9A-Fa-f]{2}/g)!.map((hex) => Number.parseInt(hex, 16));
  for (let i = 0; i < octets.length;) {
    const length = [1, 2, 3, 4].find((n) => isOneCharacter(octets.slice(i, i + n)));
    if (length === undefined) return start + 3 * i === offset ? "invalid_utf8" : undefined;
    i += length;
  }
  return undefined;
}

function isOneCharacter(octets: readonly number[]): boolean {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return Array.from(decoder.decode(Uint8Array.from(octets))).length === 1;
  } catch {
    return false;
  }
}

/** URI-8, URI-5, URI-6, URI-7, of a text whose characters and scheme are right. */
function structureFault(input: string, parts: Components): ReferenceFault | undefined {
  const schemeName = input.slice(0, input.indexOf(":")).toLowerCase();
  if (schemeName === "mcp-warning") return { code: "reserved_scheme", offset: 0 };
  if (parts.authority !== undefined) {
    const [start, end] = parts.authority;
    const text = input.slice(start, end);
    if (text.includes("@")) return { code: "credentials", offset: start };
    const offset = authorityFault(text);
    if (offset !== undefined) return { code: "invalid_authority", offset: start + offset };
  }
  const [start, end] = parts.authority ?? [parts.path[0], parts.path[0]];
  const hasHost = end > start && input[start] !== ":";
  if (!hasHost && ["http", "https", "ws", "wss"].includes(schemeName)) {
    return { code: "invalid_authority", offset: start };
  }
  let offset = parts.path[0];
  for (const segment of input.slice(...parts.path).split("/")) {
    const dots = segment.replaceAll("%2e", ".").replaceAll("%2E", ".");
    if (dots === "." || dots === "..") return { code: "dot_segment", offset };
    offset += segment.length + 1;
  }
  return undefined;
}

/** Where an authority without userinfo is wrong. */
function authorityFault(text: string): number | undefined {
  const isLiteral = text.startsWith("[");
  const close = text.indexOf("]");
  const colon = text.indexOf(":");
  const literalEnd = close === -1 ? text.length : close + 1;
  const nameEnd = colon === -1 ? text.length : colon;
  const hostEnd = isLiteral ? literalEnd : nameEnd;
  const hostText = text.slice(0, hostEnd);
  for (const { 0: escape, index } of hostText.matchAll(/%[0-9A-Fa-f]{2}/g)) {
    const octet = Number.parseInt(escape.slice(1), 16);
    const isControl = octet <= 0x1f || octet === 0x7f;
    if (
      isControl ||
      ["@", ":", "/", "?", "#", "[", "]", "\\"].includes(String.fromCharCode(octet))
    ) {
      return index;
    }
  }
  if (isLiteral && !generates(ipLiteral, hostText)) return 0;
  if (!isLiteral && !generates(regName, hostText)) return longestPrefix(regName, hostText);
  if (!generates(host, hostText)) throw new Error(`the ABNF refuses the host ${hostText}`);
  if (hostEnd === text.length) return undefined;
  if (text[hostEnd] !== ":") return hostEnd;
  const digits = text.slice(hostEnd + 1);
  if (!generates(port, digits)) return hostEnd + 1 + longestPrefix(port, digits);
  return BigInt(`0${digits}`) > 65_535n ? hostEnd + 1 : undefined;
}
