import { jsonStringByteLength } from "@org/resources-reporting";

import type { Case, Figure, Side } from "../case.ts";
import { textKinds, textOf } from "../corpora/texts.ts";
import type { TextKind } from "../corpora/texts.ts";

const small = 32 * 1024;
const large = 10 * 1024 * 1024;
const targets: Record<TextKind, readonly [small: number, large: number]> = {
  ASCII: [0.55, 0.12],
  source: [0.45, 0.12],
  escapes: [0.2, 0.12],
  "latin-1": [0.8, 0.17],
  CJK: [0.85, 0.12],
  emoji: [0.6, 0.12],
  "lone surrogates": [0.6, 0.12],
};
/** What decision 0022 accepts at 10 MiB. */
const accepted: Partial<Record<TextKind, number>> = { "latin-1": 0.25, CJK: 0.35, emoji: 0.3 };

/** A batch sizes the text over and over: its own length would vanish in the call otherwise. */
function sizing(name: string, text: string, size: (text: string) => number): Side {
  const repeats = text.length < 1e6 ? 16 : 1;
  const owed = Buffer.byteLength(JSON.stringify(text));
  return {
    name,
    operations: repeats,
    answers: () => {
      const bytes = size(text);
      if (bytes !== owed) throw new Error(`${name} answers ${bytes}; owed: ${owed}`);
      return `${bytes} bytes of JSON`;
    },
    batch: () => {
      let sum = 0;
      for (let turn = 0; turn < repeats; turn++) sum += size(text);
      return sum;
    },
  };
}

export const p07: Case = {
  id: "P7",
  title: "jsonStringByteLength vs Buffer.byteLength(JSON.stringify(text)), 32 KiB and 10 MiB",
  rounds: 20,
  prepare: () => {
    const sides: Side[] = [];
    const figures: Figure[] = [];
    for (const [index, bytes] of [small, large].entries()) {
      const label = bytes === small ? "32 KiB" : "10 MiB";
      for (const kind of textKinds) {
        const text = textOf(kind, bytes);
        const [ours, theirs] = [`sized, ${kind}, ${label}`, `stringified, ${kind}, ${label}`];
        sides.push(
          sizing(ours, text, jsonStringByteLength),
          sizing(theirs, text, (value) => Buffer.byteLength(JSON.stringify(value))),
        );
        const limit = bytes === large ? accepted[kind] : undefined;
        figures.push({
          what: `${kind}, ${label}`,
          of: ours,
          over: theirs,
          atMost: targets[kind][index === 0 ? 0 : 1],
          ...(limit === undefined ? {} : { accepted: { atMost: limit, decision: "0022" } }),
        });
      }
    }
    return { sides, figures };
  },
};
