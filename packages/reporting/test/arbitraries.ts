import fc from "fast-check";

/** How much longer the property runs are than by default. */
const FACTOR = Number(process.env["FUZZ_FACTOR"] ?? 1);

export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * FACTOR) };
}

const unit = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((code) => String.fromCharCode(code));

/** One UTF-16 unit or pair, of the kinds that JSON and UTF-8 tell apart. */
const piece = fc.oneof(
  unit(0x20, 0x7e),
  unit(0, 0x1f),
  fc.constantFrom('"', "\\", "/", "\n", "\u007f", "\u2028", "\ufeff", "\uffff"),
  unit(0x80, 0xff),
  unit(0x100, 0x7ff),
  unit(0x800, 0xd7ff),
  unit(0xd800, 0xdfff),
  fc.constantFrom("😀", "𐍈", "\u{10ffff}"),
);

const short = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

/** Few pieces repeated to around the sizes of the chunks, with something else in front, so that pairs meet the edges. */
const long = fc
  .tuple(
    fc.array(piece, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: -3, max: 3 }),
    short,
    short,
  )
  .map(([pieces, chunks, around, before, after]) => {
    const body = pieces.join("");
    const times = Math.ceil((chunks * 4096 + around) / body.length);
    return before.slice(0, 3) + body.repeat(times).slice(0, chunks * 4096 + around) + after;
  });

/** Strings of every kind: escapes, one-byte, wide, pairs, lone surrogates, empty, longer than several chunks. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: short },
  { weight: 1, arbitrary: long },
);

/** What a JSON document can hold. */
export const jsonValue: fc.Arbitrary<fc.JsonValue> = fc.jsonValue({
  stringUnit: "binary",
  maxDepth: 4,
});

/** A metadata object, as a host may give one. */
export const metadata: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(anyString, jsonValue, {
  maxKeys: 4,
});
