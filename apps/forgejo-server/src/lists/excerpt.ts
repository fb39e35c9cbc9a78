/** How much of a text a row shows, in characters. */
export const EXCERPT_CHARACTERS = 280;

/** A character as readers count is rarely longer than this many code units; where it is, it is not shown. */
const MAX_UNITS = 4 * EXCERPT_CHARACTERS;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The beginning of a text, cut between characters as readers see them, and whether something was cut. */
export function excerpt(text: string): { readonly excerpt: string; readonly cut?: true } {
  if (text.length <= EXCERPT_CHARACTERS) return { excerpt: text };
  let end = 0;
  let characters = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, MAX_UNITS + 64))) {
    if (characters === EXCERPT_CHARACTERS || index + segment.length > MAX_UNITS) break;
    end = index + segment.length;
    characters += 1;
  }
  return end === text.length ? { excerpt: text } : { excerpt: text.slice(0, end), cut: true };
}
