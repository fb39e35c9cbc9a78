import { jsonStringByteLength } from "@org/resources-reporting";

import type { Case, Figure, Side } from "../case.ts";
import { textKinds, textOf } from "../corpora/texts.ts";
import { peakMemory } from "../peak-memory.ts";
import type { MemoryTask } from "../peak-memory.ts";

function sizing(size: (text: string) => number): (kind: (typeof textKinds)[number]) => MemoryTask {
  return (kind) => () => {
    // Compiled, and its buffers made, before the clean slate.
    const sample = textOf(kind, 64 * 1024);
    for (let turn = 0; turn < 20; turn++) size(sample);
    const text = textOf(kind, 10 * 1024 * 1024);
    return () => `${size(text)} bytes of JSON`;
  };
}

const sized = sizing(jsonStringByteLength);
const stringified = sizing((text) => Buffer.byteLength(JSON.stringify(text)));
const measured = textKinds.filter((kind) => kind !== "source" && kind !== "escapes");

export const tasks: Readonly<Record<string, MemoryTask>> = Object.fromEntries(
  measured.flatMap((kind) => [
    [`sized ${kind}`, sized(kind)],
    [`stringified ${kind}`, stringified(kind)],
  ]),
);

export const p08: Case = {
  id: "P8",
  title: "peak memory above idle while sizing 10 MiB of text",
  rounds: 3,
  prepare: () => ({
    sides: Object.keys(tasks).map((task): Side => peakMemory(task, import.meta.url, task)),
    figures: measured.flatMap((kind): Figure[] => [
      { what: `peak, sized, ${kind}`, level: `sized ${kind}`, atMost: 4 },
      { what: `peak, stringified, ${kind}`, level: `stringified ${kind}` },
    ]),
  }),
};
