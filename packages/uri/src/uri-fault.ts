import { findAuthorityFault, NEEDS_HOST } from "./authority.ts";
import { exceedsBytes, isSurrogatePair } from "./characters.ts";
import type { UriErrorCode } from "./error-codes.ts";
import type { Fault } from "./errors.ts";
import { encodeCharacter, escapeEnd, MALFORMED_ESCAPE } from "./percent-encoding.ts";

type UriFault = Fault<UriErrorCode>;

/**
 * Tells what is wrong with `input`, in the order of URI-1: the slow path, linear, taken once a string is known to be
 * invalid (resource-uri.ts decides that), and for the literal text of templates.
 */
export function findUriFault(input: string, maxBytes: number): UriFault | undefined {
  const fault = findInputFault(input, maxBytes);
  if (fault !== undefined) return fault;
  const parts = split(input);
  return (
    findCharacterFault(input, parts) ?? findSchemeFault(input) ?? findStructureFault(input, parts)
  );
}

/** `too_long`, before all else (URI-9); `not_a_string`; `empty`. */
export function findInputFault(input: unknown, maxBytes: number): UriFault | undefined {
  if (typeof input !== "string") {
    const message = `a string is needed, not ${kindOf(input)}`;
    return { code: "not_a_string", offset: 0, message };
  }
  if (exceedsBytes(input, maxBytes)) {
    return { code: "too_long", offset: 0, message: `at most ${maxBytes} bytes are allowed` };
  }
  if (input !== "") return undefined;
  const message = "nothing is no URI: write one with a scheme, as in asset://project/7";
  return { code: "empty", offset: 0, message };
}

/** Where the components start, by RFC 3986 appendix B, whatever they are made of. */
interface Parts {
  /** Index of the first `:` if something, but no `/`, `?` or `#`, comes before it; else -1. */
  readonly colon: number;
  /** Start of the authority, or -1. */
  readonly authority: number;
  readonly path: number;
  /** Index of the `?` or `#` after the path, or the length. */
  readonly pathEnd: number;
  /** Index of the `#`, or the length. */
  readonly fragment: number;
}

function split(input: string): Parts {
  const delimiter = input.search(/[:/?#]/);
  const colon = delimiter > 0 && input[delimiter] === ":" ? delimiter : -1;
  const hasAuthority = input.startsWith("//", colon + 1);
  const authority = hasAuthority ? colon + 3 : -1;
  const path = hasAuthority ? indexOf(input, /[/?#]/g, authority) : colon + 1;
  const pathEnd = indexOf(input, /[?#]/g, path);
  return { colon, authority, path, pathEnd, fragment: indexOf(input, /#/g, pathEnd) };
}

function indexOf(input: string, what: RegExp, from: number): number {
  what.lastIndex = from;
  return what.exec(input)?.index ?? input.length;
}

const PLAIN = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?]*/y;
const EXPRESSION = /\{[A-Za-z_][A-Za-z0-9_]*\}/y;

/** URI-2, URI-3, URI-4: the first of their faults by offset. */
function findCharacterFault(input: string, parts: Parts): UriFault | undefined {
  for (let at = 0; ;) {
    PLAIN.lastIndex = at;
    PLAIN.test(input);
    at = PLAIN.lastIndex;
    if (at === input.length) return undefined;
    const character = input[at]!;
    if (character === "%") {
      const end = escapeEnd(input, at);
      if (end < 0) return escapeFault(at, end);
      at = end;
    } else if (isPlaced(character, at, parts)) {
      at++;
    } else return characterFault(input, at);
  }
}

/** `#` starts the fragment, once; brackets belong to the authority (URI-6 looks closer). */
function isPlaced(character: string, at: number, parts: Parts): boolean {
  if (character === "#") return at === parts.fragment;
  return (
    (character === "[" || character === "]") &&
    parts.authority !== -1 &&
    at >= parts.authority &&
    at < parts.path
  );
}

function escapeFault(offset: number, reason: number): UriFault {
  return reason === MALFORMED_ESCAPE
    ? {
        code: "invalid_percent_escape",
        offset,
        message: "'%' must be followed by two hex digits: write %25 for '%' itself",
      }
    : {
        code: "invalid_utf8",
        offset,
        message: "the percent-escaped octets from here are not valid UTF-8",
      };
}

function characterFault(input: string, offset: number): UriFault {
  EXPRESSION.lastIndex = offset;
  if (EXPRESSION.test(input)) {
    const expression = quote(input.slice(offset, EXPRESSION.lastIndex));
    const message = `${expression} is a template variable: put a value in its place`;
    return { code: "unexpanded_template", offset, message };
  }
  const character = input.slice(offset, isSurrogatePair(input, offset) ? offset + 2 : offset + 1);
  const encoded = encodeCharacter(character);
  if (encoded === undefined) {
    return {
      code: "invalid_utf8",
      offset,
      message: `lone surrogate ${codePoint(character)} has no UTF-8 form: remove it`,
    };
  }
  const shown = isShowable(character) ? `'${character}'` : codePoint(character);
  return {
    code: "invalid_character",
    offset,
    message: `${shown} is not allowed ${where(character)}: write ${encoded}`,
  };
}

function where(character: string): string {
  if (character === "#") return "in a fragment";
  if (character === "[" || character === "]") return "in a URI outside an IP literal";
  return "in a URI";
}

/** Made when first needed: as a literal, its tables of Unicode would take a fifth of the time of loading the package. */
const SHOWABLE = (): RegExp => new RegExp("^[\\p{L}\\p{N}\\p{P}\\p{S}]$", "u");

/** Controls, separators and other invisible characters are named, not shown. */
function isShowable(character: string): boolean {
  return character === " " || SHOWABLE().test(character);
}

function findSchemeFault(input: string): UriFault | undefined {
  const scheme = /^(?:[A-Za-z][A-Za-z0-9+.-]*)?/.exec(input)?.[0] ?? "";
  if (scheme !== "" && input[scheme.length] === ":") {
    if (scheme.toLowerCase() !== "mcp-warning") return undefined;
    const message =
      "the scheme mcp-warning is reserved for warnings made by the gateway: choose another";
    return { code: "reserved_scheme", offset: 0, message };
  }
  return { code: "not_absolute", offset: scheme.length, message: notAbsolute(input) };
}

/** The message of `not_absolute`. */
export function notAbsolute(text: string): string {
  return `${quote(text)} is not absolute: start with a scheme and ':', as in asset://project/7`;
}

function findStructureFault(input: string, parts: Parts): UriFault | undefined {
  const fault =
    parts.authority === -1 ? undefined : findAuthorityFault(input, parts.authority, parts.path);
  if (fault !== undefined) return fault;
  const hasHost =
    parts.authority !== -1 && parts.path > parts.authority && input[parts.authority] !== ":";
  const scheme = input.slice(0, parts.colon).toLowerCase();
  if (!hasHost && NEEDS_HOST.has(scheme)) {
    const message = `${scheme} URIs need a host: write ${scheme}://host/`;
    return {
      code: "invalid_authority",
      offset: parts.authority === -1 ? parts.path : parts.authority,
      message,
    };
  }
  return findDotSegment(input, parts.path, parts.pathEnd);
}

const DOT_SEGMENT = /(?:\.|%2[Ee]){1,2}(?=[/?#]|$)/y;

function findDotSegment(input: string, path: number, pathEnd: number): UriFault | undefined {
  for (let at = path; at <= pathEnd; at++) {
    DOT_SEGMENT.lastIndex = at;
    if (DOT_SEGMENT.test(input)) {
      const segment = input.slice(at, DOT_SEGMENT.lastIndex);
      const message = `the path segment '${segment}' is a dot segment: write the path without it`;
      return { code: "dot_segment", offset: at, message };
    }
    at = indexOf(input, /\//g, at);
  }
  return undefined;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Input in messages: cut, so that a long one makes no long message. */
export function quote(text: string): string {
  return text.length <= 64 ? `'${text}'` : `'${text.slice(0, 61)}…'`;
}
