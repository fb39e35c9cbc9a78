import fc from "fast-check";

const unreserved = Array.from("ABCXYZabcxyz0189-._~");
const subDelims = Array.from("!$&'()*+,;=");
const hex = Array.from("0123456789abcdefABCDEF");

const joined = (
  parts: fc.Arbitrary<string>,
  constraints: fc.ArrayConstraints,
): fc.Arbitrary<string> => fc.array(parts, constraints).map((texts) => texts.join(""));

/** Percent-encodes every UTF-8 octet, in hex of either case. */
function escaped(text: string, lower: boolean): string {
  return [...new TextEncoder().encode(text)]
    .map((octet) => octet.toString(16).padStart(2, "0"))
    .map((digits) => `%${lower ? digits : digits.toUpperCase()}`)
    .join("");
}

/** Escapes of one character of any plane. */
export const escape: fc.Arbitrary<string> = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), fc.boolean())
  .map(([character, lower]) => escaped(character, lower));

const pchar = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...unreserved) },
  { weight: 2, arbitrary: fc.constantFrom(...subDelims, ":", "@") },
  { weight: 1, arbitrary: escape },
);

const isDotSegment = (segment: string): boolean => /^(?:\.|%2[Ee]){1,2}$/.test(segment);
const segment = joined(pchar, { maxLength: 5 }).filter((text) => !isDotSegment(text));
const segmentNz = segment.filter((text) => text !== "");

const scheme = fc
  .tuple(
    fc.constantFrom(...Array.from("abcxyzABCXYZ")),
    joined(fc.constantFrom(...Array.from("abzABZ019+-.")), { maxLength: 4 }),
  )
  .map((parts) => parts.join(""))
  .filter((text) => !/^(?:http|ws)s?$|^mcp-warning$/i.test(text));

const hostEscape = escape.filter(
  (text) => !/^%(?:[01].|7[Ff]|2[Ff3]|3[AaFf]|40|5[BbCcDd])$/.test(text),
);
const regName = joined(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...unreserved, ...subDelims) },
    { weight: 1, arbitrary: hostEscape },
  ),
  { maxLength: 6 },
);
const h16 = joined(fc.constantFrom(...hex), { minLength: 1, maxLength: 4 });
/** Groups on both sides of an optional `::`, an IPv4 address perhaps at the end. */
const ipv6 = fc
  .tuple(fc.array(h16, { maxLength: 8 }), fc.array(h16, { maxLength: 8 }), fc.ipV4(), fc.boolean())
  .map(([before, after, ipv4, hasIpv4]) => {
    const room = hasIpv4 ? 5 : 7;
    const left = before.slice(0, room);
    const right = after.slice(0, room - left.length);
    if (hasIpv4) right.push(ipv4);
    return left.length + right.length === (hasIpv4 ? 7 : 8)
      ? [...left, ...right].join(":")
      : `${left.join(":")}::${right.join(":")}`;
  });
const ipvFuture = fc
  .tuple(
    h16,
    joined(fc.constantFrom(...unreserved, ...subDelims, ":"), { minLength: 1, maxLength: 4 }),
  )
  .map(([version, text]) => `v${version}.${text}`);
const port = fc.oneof(
  fc.constant(""),
  fc.constant(":"),
  fc.integer({ min: 0, max: 65_535 }).map((n) => `:${n}`),
  fc.integer({ min: 0, max: 65_535 }).map((n) => `:000${n}`),
);
const ipLiteral = fc.oneof(ipv6, ipvFuture).map((address) => `[${address}]`);
const authority = fc.tuple(fc.oneof(regName, ipLiteral), port).map((parts) => parts.join(""));
const hostfulAuthority = fc
  .tuple(
    fc.oneof(
      regName.filter((name) => name !== ""),
      ipLiteral,
    ),
    port,
  )
  .map((parts) => parts.join(""));
const pathAbempty = joined(
  segment.map((text) => `/${text}`),
  { maxLength: 4 },
);
const tail = fc
  .tuple(
    fc.option(joined(fc.oneof(pchar, fc.constantFrom("/", "?")), { maxLength: 5 })),
    fc.option(joined(fc.oneof(pchar, fc.constantFrom("/", "?")), { maxLength: 5 })),
  )
  .map(
    ([query, fragment]) =>
      (query === null ? "" : `?${query}`) + (fragment === null ? "" : `#${fragment}`),
  );

/** Resource URIs, built by the grammar. */
export const validUri: fc.Arbitrary<string> = fc
  .oneof(
    fc.tuple(scheme, fc.constant("://"), authority, pathAbempty, tail),
    fc.tuple(
      fc.constantFrom("http", "HTTPS", "ws", "wss"),
      fc.constant("://"),
      hostfulAuthority,
      pathAbempty,
      tail,
    ),
    fc.tuple(scheme, fc.constant(":/"), segmentNz, pathAbempty, tail),
    fc.tuple(scheme, fc.constant(":"), segmentNz, pathAbempty, tail),
    fc.tuple(scheme, fc.constantFrom(":", ":/"), tail),
  )
  .map((parts) => parts.join(""));

/** Pieces that URIs go wrong with, and pieces to put between them. */
const pieces = [
  ...Array.from('a:/?#[]@{}%.\\ \t\0\x7F"<>^`|é€'),
  "/",
  "/",
  "//",
  "://",
  "x://h/",
  "..",
  "%2e",
  "%2E",
  "%252e",
  "%C3",
  "%A9",
  "%80",
  "%BF",
  "%E2%82%AC",
  "%ED%A0%80",
  "%F0%9F%98%80",
  "%C0%80",
  "%4",
  "%zz",
  "%00",
  "%2F",
  "%40",
  "{a}",
  "{+a}",
  "{_9}",
  "\u{1F600}",
  "\uD800",
  "\uDC00",
  "[::1]",
  "[::ffff:1.2.3.4]",
  "[v1.x]",
  "[1:2:3:4:5:6:7:8]",
  "1",
  "65535",
  "65536",
  "0",
  ":80",
  ":65535",
  ":65536",
  "http",
  "https:",
  "ws:",
  "mcp-warning:",
  "MCP-Warning:",
  "user:pw@",
  "\n",
];

/** Texts of those pieces: few are URIs, most nearly are. */
export const nearMiss: fc.Arbitrary<string> = fc.oneof(
  joined(fc.constantFrom(...pieces), { maxLength: 9 }),
  joined(fc.constantFrom(...pieces), { maxLength: 6 }).map((text) => `x://h/${text}`),
  joined(fc.constantFrom(...pieces), { maxLength: 6 }).map((text) => `x://${text}/`),
  joined(fc.constantFrom(...pieces), { maxLength: 4 }).map((text) => `http://${text}`),
);

/** A text with one piece inserted, deleted or put in place of a character. */
export const mutated = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom("", ...pieces))
    .map(([whole, place, length, piece]) => {
      const at = place % (whole.length + 1);
      return whole.slice(0, at) + piece + whole.slice(at + length);
    });

/** Any strings at all, lone surrogates included. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 12 })
    .map((codes) => String.fromCharCode(...codes)),
);

/** Names of variables, those of `Object.prototype` among them. */
const names = ["id", "b_2", "_", "__proto__", "constructor", "toString", "A"];

/** Templates of a few segments, of which at least one is a variable; literal text by the grammar. */
export const template: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.tuple(scheme, fc.constant("://"), authority, fc.constant("/")),
      fc.tuple(
        fc.constantFrom("http", "HTTPS"),
        fc.constant("://"),
        hostfulAuthority,
        fc.constant("/"),
      ),
      fc.tuple(scheme, fc.constantFrom(":", ":/")),
    ),
    fc.array(segmentNz, { maxLength: 2 }),
    fc.shuffledSubarray(names, { minLength: 1, maxLength: 3 }),
    fc.array(segment, { maxLength: 2 }),
    tail,
  )
  .map(([start, before, variables, after, end]) =>
    [...start, [...before, ...variables.map((name) => `{${name}}`), ...after].join("/"), end].join(
      "",
    ),
  );

/** Values that may be captured, and some that may not. */
export const value: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
  fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    ".",
    "..",
    "...",
    "%2F",
    "%",
    "+",
    " ",
    "a/b",
    "a\\b",
    "\0",
    "é",
    "\u{1F600}",
    "\uFEFF",
    "",
    "\uD800",
  ),
);

/** Small worlds, in which templates overlap, aliases occur and most things match something. */
const smallSegment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b") },
  { weight: 1, arbitrary: fc.constantFrom("%61", "a!", "a%21", "a:", "") },
);
const smallStart = fc.constantFrom("x://h", "x://h", "x://h", "X://h", "x://H", "x:", "y://h");
const smallTail = fc.constantFrom("", "", "", "?q", "#f");

export const smallTemplate: fc.Arbitrary<string> = fc
  .tuple(
    smallStart,
    fc.array(fc.oneof(smallSegment, fc.constant("{}"), fc.constant("{}")), {
      minLength: 1,
      maxLength: 3,
    }),
    smallTail,
  )
  .map(([start, segments, end]) => {
    const withVariable = segments.includes("{}") ? segments : [...segments, "{}"];
    const named = withVariable.map((text, i) => (text === "{}" ? `{v${i}}` : text));
    return `${start}/${named.join("/")}${end}`;
  })
  // After the scheme alone, two slashes would open an authority.
  .filter((text) => !/^x:\/\/(?:[^/]*\{|[^/?#]*$)/.test(text));

const smallRequestSegment = fc.oneof(
  smallSegment,
  fc.constantFrom("%61", "%62"),
  fc.constantFrom(
    "c",
    "%62",
    "A",
    "%2F",
    ".",
    "%2e%2E",
    "%zz",
    "%C3",
    "a b",
    "é",
    "[",
    "%2521",
    "a+",
    "a%2b",
  ),
);
const smallUriOf = (segments: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(smallStart, fc.array(segments, { minLength: 1, maxLength: 4 }), smallTail)
    .map(([start, parts, end]) => `${start}/${parts.join("/")}${end}`);

/** What clients may ask such a world for. */
export const smallRequest: fc.Arbitrary<string> = smallUriOf(smallRequestSegment);
export const smallUri: fc.Arbitrary<string> = smallUriOf(smallSegment);

/** Dense worlds: one shape, three segments, so that three and more templates match one request. */
const dense = (segments: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(segments, segments, segments)
    .map(
      (parts) => `x://h/${parts.map((text, i) => (text === "{}" ? `{v${i}}` : text)).join("/")}`,
    );

export const denseTemplate: fc.Arbitrary<string> = dense(fc.constantFrom("a", "{}", "{}")).filter(
  (text) => text.includes("{"),
);
export const denseRequest: fc.Arbitrary<string> = dense(fc.constantFrom("a", "a", "%61", "b"));
