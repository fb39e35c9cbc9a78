import fc from "fast-check";

// URIs in parts, by the grammar of RFC 3986 and the rules beyond it: what valid URIs are joined of, and where invalid
// ones get their fault. Choices go from the plain to the strange, so that counterexamples shrink to the plain.

/** One of several, of which the first is what counterexamples shrink to. */
export function oneOf<T>(...choices: readonly fc.MaybeWeightedArbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, ...choices);
}

/** A URI, taken apart. */
export interface UriParts {
  readonly scheme: string;
  /** Host and port, without the slashes; `undefined`: the URI has none. */
  readonly authority: string | undefined;
  /** Segments of the path, each behind a slash if there is an authority, else joined by slashes. */
  readonly segments: readonly string[];
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Writes a URI out. */
export function joinUri({ scheme, authority, segments, query, fragment }: UriParts): string {
  const path =
    authority === undefined
      ? segments.join("/")
      : `//${authority}${segments.map((segment) => `/${segment}`).join("")}`;
  const tail =
    (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`);
  return `${scheme}:${path}${tail}`;
}

export const letter: fc.Arbitrary<string> = fc.constantFrom(...Array.from("abcxyzABCXYZ"));
const unreserved = oneOf(letter, fc.constantFrom(...Array.from("019-._~")));
const subDelimiter = fc.constantFrom(...Array.from("!$&'()*+,;="));

/** The percent-escapes of one character of any plane, in hex of either case. */
const escaped = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.boolean())
  .map(([character, isLower]) =>
    Array.from(new TextEncoder().encode(character), (octet) => {
      const hex = octet.toString(16).padStart(2, "0");
      return `%${isLower ? hex : hex.toUpperCase()}`;
    }).join(""),
  );

const pathCharacter = oneOf(
  { weight: 8, arbitrary: unreserved },
  { weight: 1, arbitrary: oneOf(subDelimiter, fc.constantFrom(":", "@")) },
  { weight: 1, arbitrary: escaped },
);

export function textOf(
  character: fc.Arbitrary<string>,
  constraints: fc.ArrayConstraints,
): fc.Arbitrary<string> {
  return fc.array(character, constraints).map((characters) => characters.join(""));
}

/** A path segment, never empty and no dot segment in any spelling. */
export const segment: fc.Arbitrary<string> = textOf(pathCharacter, {
  minLength: 1,
  maxLength: 6,
}).filter((text) => !/^(?:\.|%2[Ee]){1,2}$/.test(text));

/** What may stand behind `?` or `#`. */
export const tail: fc.Arbitrary<string> = textOf(
  oneOf({ weight: 6, arbitrary: pathCharacter }, fc.constantFrom("/", "?")),
  { maxLength: 6 },
);

/** Any scheme but the reserved one and those that need a host. */
const plainScheme = fc
  .tuple(letter, textOf(fc.constantFrom(...Array.from("abzAB019+-.")), { maxLength: 5 }))
  .map(([first, rest]) => first + rest)
  .filter((text) => !/^(?:(?:http|ws)s?|mcp-warning)$/i.test(text));

const WEB_SCHEME = /^(?:http|ws)s?$/i;
const webScheme = fc.constantFrom("http", "https", "ws", "wss", "HTTPS");

const hostEscape = escaped.filter(
  (text) => !/^%(?:[01].|7[Ff]|2[Ff3]|3[AaFf]|40|5[B-Db-d])$/.test(text),
);
const registeredName = textOf(
  oneOf(
    { weight: 6, arbitrary: unreserved },
    { weight: 1, arbitrary: oneOf(subDelimiter, hostEscape) },
  ),
  { minLength: 1, maxLength: 8 },
);
const ipLiteral = oneOf(fc.constantFrom("::1", "v1.a:b"), fc.ipV6()).map(
  (address) => `[${address}]`,
);
const port = oneOf(
  { weight: 3, arbitrary: fc.constant("") },
  fc.integer({ min: 0, max: 65_535 }).map((number) => `:${number}`),
  fc.constantFrom(":", ":0080"),
);
/** A host, and perhaps a port. */
export const hostAndPort: fc.Arbitrary<string> = fc
  .tuple(oneOf({ weight: 4, arbitrary: registeredName }, fc.ipV4(), ipLiteral), port)
  .map(([host, colonPort]) => host + colonPort);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const segments = fc.array(
  oneOf({ weight: 9, arbitrary: segment }, { weight: 1, arbitrary: fc.constant("") }),
  { maxLength: 4 },
);

/** The parts of a valid URI. */
export const uriParts: fc.Arbitrary<UriParts> = fc
  .record({
    scheme: oneOf({ weight: 4, arbitrary: plainScheme }, webScheme),
    authority: fc.option(oneOf({ weight: 9, arbitrary: hostAndPort }, fc.constant("")), {
      nil: undefined,
      freq: 3,
    }),
    segments,
    query: optional(tail),
    fragment: optional(tail),
  })
  .map(({ scheme, authority, segments: all, ...rest }) => ({
    ...rest,
    authority,
    // A web scheme needs a host.
    scheme: authority === undefined || authority === "" ? scheme.replace(WEB_SCHEME, "a") : scheme,
    // Without an authority, a path does not begin with two slashes.
    segments: authority === undefined ? all.filter((one, index) => one !== "" || index > 1) : all,
  }));
