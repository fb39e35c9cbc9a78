import { seeded } from "./random.ts";
import { words } from "./words.ts";

/** What text resources are made of. The names are those of the targets. */
export const textKinds = [
  "ASCII",
  "source",
  "escapes",
  "latin-1",
  "CJK",
  "emoji",
  "lone surrogates",
] as const;
export type TextKind = (typeof textKinds)[number];

const pieces: Record<TextKind, (word: string, turn: number) => string> = {
  ASCII: (word) => `${word} `,
  // Program text: line ends, indentation, some quotes.
  source: (word, turn) =>
    turn % 6 === 5
      ? `;\n  const ${word} = read("${word}"`
      : `${word}${turn % 3 === 0 ? "(" : ", "}`,
  // Nothing but what JSON must escape, as in JSON inside JSON or terminal output.
  escapes: (word, turn) => (turn % 4 === 3 ? "\u001B\u0000\t" : `\\"${word.slice(0, 2)}\n`),
  "latin-1": (word, turn) => `${word} ${turn % 2 === 0 ? "à côté" : "größer"} `,
  CJK: (_word, turn) => (turn % 8 === 7 ? "。\n" : "図書館の写真資料"),
  emoji: (word, turn) => `${turn % 3 === 0 ? "🚢" : "📚🗂️"}${word.slice(0, 4)}`,
  "lone surrogates": (word, turn) => `${word} ${turn % 5 === 0 ? "\uD83D" : "写"}`,
};

/** A text of about `bytes` bytes of UTF-8, the same in every run, flat in memory. */
export function textOf(kind: TextKind, bytes: number): string {
  const random = seeded(textKinds.indexOf(kind));
  const block: string[] = [];
  let size = 0;
  for (let turn = 0; size < Math.min(bytes, 32_768); turn++) {
    const piece = pieces[kind](random.pick(words), turn);
    block.push(piece);
    size += Buffer.byteLength(piece);
  }
  const text = block.join("");
  // `repeat` makes a rope; writing it out and back would not keep lone surrogates, joining does.
  return Array.from({ length: Math.max(1, Math.round(bytes / size)) }, () => text).join("");
}
