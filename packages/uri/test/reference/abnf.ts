/**
 * RFC 3986 appendix A, transcribed rule by rule from the ABNF. Frozen and slow: do not improve. It imports nothing of
 * `src`; the fast code is judged by it.
 *
 * A rule maps a set of positions in a text to the set of positions where it may end (RFC 5234: alternatives are unordered).
 */
type Positions = ReadonlySet<number>;
export type Rule = (text: string, from: Positions) => Positions;

const characters =
  (holds: (character: string) => boolean): Rule =>
  (text, from) =>
    new Set([...from].filter((at) => at < text.length && holds(text[at]!)).map((at) => at + 1));

/** `%x41-5A` */
const range = (low: number, high: number): Rule =>
  characters((c) => c.charCodeAt(0) >= low && c.charCodeAt(0) <= high);

/** `"abc"`: quoted strings are case-insensitive (RFC 5234 §2.3). */
const literal =
  (value: string): Rule =>
  (text, from) =>
    new Set(
      [...from]
        .filter((at) => {
          const found = text.slice(at, at + value.length);
          return /^[\0-\x7F]*$/.test(found) && found.toLowerCase() === value.toLowerCase();
        })
        .map((at) => at + value.length),
    );

const alternatives =
  (...rules: readonly Rule[]): Rule =>
  (text, from) =>
    new Set(rules.flatMap((rule) => [...rule(text, from)]));

const sequence =
  (...rules: readonly Rule[]): Rule =>
  (text, from) =>
    rules.reduce((positions, rule) => rule(text, positions), from);

/** `<low>*<high>rule` */
const repeated =
  (low: number, high: number, rule: Rule): Rule =>
  (text, from) => {
    let reached: Positions = from;
    for (let i = 0; i < low; i++) reached = rule(text, reached);
    const ends = new Set(reached);
    for (let i = low; i < high; i++) {
      reached = new Set([...rule(text, reached)].filter((at) => !ends.has(at)));
      if (reached.size === 0) break;
      for (const at of reached) ends.add(at);
    }
    return ends;
  };
const any = (rule: Rule): Rule => repeated(0, Infinity, rule);
const optional = (rule: Rule): Rule => repeated(0, 1, rule);

// RFC 5234 appendix B.1
const ALPHA = alternatives(range(0x41, 0x5a), range(0x61, 0x7a));
const DIGIT = range(0x30, 0x39);
const HEXDIG = alternatives(
  DIGIT,
  ...["A", "B", "C", "D", "E", "F"].map((letter) => literal(letter)),
);

// RFC 3986 appendix A
const unreserved = alternatives(
  ALPHA,
  DIGIT,
  literal("-"),
  literal("."),
  literal("_"),
  literal("~"),
);
const subDelims = alternatives(
  ...["!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "="].map((c) => literal(c)),
);
const pctEncoded = sequence(literal("%"), HEXDIG, HEXDIG);
const pchar = alternatives(unreserved, pctEncoded, subDelims, literal(":"), literal("@"));
export const query: Rule = any(alternatives(pchar, literal("/"), literal("?")));
export const fragment: Rule = any(alternatives(pchar, literal("/"), literal("?")));

const segment = any(pchar);
const segmentNz = repeated(1, Infinity, pchar);
const pathAbempty = any(sequence(literal("/"), segment));
const pathAbsolute = sequence(
  literal("/"),
  optional(sequence(segmentNz, any(sequence(literal("/"), segment)))),
);
const pathRootless = sequence(segmentNz, any(sequence(literal("/"), segment)));
const pathEmpty: Rule = (_text, from) => from;

const decOctet = alternatives(
  DIGIT,
  sequence(range(0x31, 0x39), DIGIT),
  sequence(literal("1"), DIGIT, DIGIT),
  sequence(literal("2"), range(0x30, 0x34), DIGIT),
  sequence(literal("25"), range(0x30, 0x35)),
);
const IPv4address = sequence(
  decOctet,
  literal("."),
  decOctet,
  literal("."),
  decOctet,
  literal("."),
  decOctet,
);
const h16 = repeated(1, 4, HEXDIG);
const ls32 = alternatives(sequence(h16, literal(":"), h16), IPv4address);
const h16Colon = sequence(h16, literal(":"));
/** `[ *n( h16 ":" ) h16 ]` */
const upTo = (n: number): Rule => optional(sequence(repeated(0, n, h16Colon), h16));
const IPv6address = alternatives(
  sequence(repeated(6, 6, h16Colon), ls32),
  sequence(literal("::"), repeated(5, 5, h16Colon), ls32),
  sequence(optional(h16), literal("::"), repeated(4, 4, h16Colon), ls32),
  sequence(upTo(1), literal("::"), repeated(3, 3, h16Colon), ls32),
  sequence(upTo(2), literal("::"), repeated(2, 2, h16Colon), ls32),
  sequence(upTo(3), literal("::"), h16Colon, ls32),
  sequence(upTo(4), literal("::"), ls32),
  sequence(upTo(5), literal("::"), h16),
  sequence(upTo(6), literal("::")),
);
const IPvFuture = sequence(
  literal("v"),
  repeated(1, Infinity, HEXDIG),
  literal("."),
  repeated(1, Infinity, alternatives(unreserved, subDelims, literal(":"))),
);
export const ipLiteral: Rule = sequence(
  literal("["),
  alternatives(IPv6address, IPvFuture),
  literal("]"),
);
export const regName: Rule = any(alternatives(unreserved, pctEncoded, subDelims));
export const host: Rule = alternatives(ipLiteral, IPv4address, regName);
export const userinfo: Rule = any(alternatives(unreserved, pctEncoded, subDelims, literal(":")));
export const port: Rule = any(DIGIT);
export const authority: Rule = sequence(
  optional(sequence(userinfo, literal("@"))),
  host,
  optional(sequence(literal(":"), port)),
);
export const scheme: Rule = sequence(
  ALPHA,
  any(alternatives(ALPHA, DIGIT, literal("+"), literal("-"), literal("."))),
);
const hierPart = alternatives(
  sequence(literal("//"), authority, pathAbempty),
  pathAbsolute,
  pathRootless,
  pathEmpty,
);
export const URI: Rule = sequence(
  scheme,
  literal(":"),
  hierPart,
  optional(sequence(literal("?"), query)),
  optional(sequence(literal("#"), fragment)),
);

/** Whether a rule generates the whole of a text. */
export function generates(rule: Rule, text: string): boolean {
  return rule(text, new Set([0])).has(text.length);
}

/** The longest prefix of a text that a rule generates. */
export function longestPrefix(rule: Rule, text: string): number {
  return Math.max(0, ...rule(text, new Set([0])));
}
