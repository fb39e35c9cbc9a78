import type { UriErrorCode } from "@org/resources-uri";
import fc from "fast-check";
import { hostAndPort, joinUri, letter, oneOf, segment, textOf, uriParts } from "./uri-parts.ts";

/** The faults that a string can have whatever its length. */
export type UriFaultCode = Exclude<UriErrorCode, "too_long" | "not_a_string">;

/** A string that is no resource URI, and the code that the parser answers. */
export interface InvalidUri {
  readonly input: string;
  readonly code: UriFaultCode;
}

/**
 * Makes valid resource URIs: every part of the grammar, hosts of every kind, escapes of every plane (KIT-3). They shrink
 * to something like `a:`.
 */
export function resourceUri(): fc.Arbitrary<string> {
  return uriParts.map(joinUri);
}

/**
 * Makes strings that are no resource URIs, each with its code, or of one code alone (KIT-3). Every one is a valid URI
 * with one fault in it, so that a counterexample shows the fault and little else.
 *
 * @example
 * fc.assert(fc.property(invalidResourceUri(), ({ input, code }) => {
 *   const verdict = validateResourceUri(input);
 *   return !verdict.ok && verdict.error.code === code;
 * }));
 */
export function invalidResourceUri(code?: UriFaultCode): fc.Arbitrary<InvalidUri> {
  const codes = code === undefined ? FAULT_CODES : [code];
  return oneOf(...codes.map((one) => FAULTS[one]().map((input) => ({ input, code: one }))));
}

const FAULTS: Readonly<Record<UriFaultCode, () => fc.Arbitrary<string>>> = {
  empty: () => fc.constant(""),
  invalid_character: () =>
    inserted(fc.constantFrom(...Array.from(' "<>\\^`|é€\t\n\u0000\u007F'), "😀", "{", "}")),
  unexpanded_template: () => inserted(letter.map((name) => `{${name}}`)),
  invalid_utf8: () =>
    inserted(
      // Behind each stands a character that completes nothing.
      fc
        .constantFrom(
          "\uD800",
          "\uDC00",
          "%FF",
          "%80",
          "%C3",
          "%C0%AF",
          "%ED%A0%80",
          "%F5%80%80%80",
        )
        .map((octets) => `${octets}a`),
    ),
  invalid_percent_escape: () => inserted(fc.constantFrom("%zz", "%4z", "%-1", "%%41")),
  not_absolute: () =>
    oneOf(
      fc.array(plainSegment, { minLength: 1, maxLength: 3 }).map((all) => all.join("/")),
      fc.tuple(fc.constantFrom("/", "//", "?", "#", "./"), plainSegment).map(joined),
      fc.tuple(fc.constantFrom("1:", "-a:", "a_b:", ":"), plainSegment).map(joined),
    ),
  reserved_scheme: () =>
    fc.tuple(fc.constantFrom("mcp-warning:", "MCP-Warning://read/"), plainSegment).map(joined),
  credentials: () =>
    uriParts.chain(({ scheme, ...parts }) =>
      fc
        .tuple(oneOf(plainSegment, fc.constant("")), hostAndPort)
        .map(([user, host]) => joinUri({ ...parts, scheme, authority: `${user}@${host}` })),
    ),
  invalid_authority: () =>
    oneOf(
      withAuthority(
        fc.constantFrom(
          "host:65536",
          "host:8a",
          "[::1",
          "[g::1]",
          "[fe80::1%25en0]",
          "h[1]",
          "h%40",
          "h%2F",
          "h%3a80",
          "h%5C",
          "h%00",
          "h%7F",
        ),
      ),
      fc
        .tuple(fc.constantFrom("http:", "https://", "ws:///", "WSS://:80/"), plainSegment)
        .map(([start, text]) => (start.endsWith("//") ? start : start + text)),
    ),
  dot_segment: () =>
    fc
      .tuple(uriParts, fc.constantFrom("..", ".", "%2e", "%2E.", ".%2e", "%2E%2e"))
      .map(([parts, dots]) =>
        joinUri({ ...parts, segments: [...parts.segments.filter((one) => one !== ""), dots] }),
      ),
};

const FAULT_CODES: readonly UriFaultCode[] = Object.keys(FAULTS).filter(
  (code): code is UriFaultCode => code in FAULTS,
);

const plainSegment = textOf(letter, { minLength: 1, maxLength: 4 });

function joined([start, rest]: readonly [string, string]): string {
  return start + rest;
}

function withAuthority(authority: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(uriParts, authority).map(([parts, wrong]) => {
    const isWeb = /^(?:http|ws)s?$/i.test(parts.scheme);
    return joinUri({ ...parts, scheme: isWeb ? parts.scheme : "a", authority: wrong });
  });
}

/** A valid URI with a wrong piece in its path. */
function inserted(piece: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(uriParts, segment, piece, fc.boolean())
    .map(([parts, text, wrong, isFirst]) =>
      joinUri({ ...parts, segments: [...parts.segments, isFirst ? wrong + text : text + wrong] }),
    );
}
