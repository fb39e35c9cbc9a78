import { contentsByteLength, encodeBase64 } from "@org/resources-reporting";

import { collectGarbage } from "../case.ts";
import type { Case, Figure, Side } from "../case.ts";

const sizes = [
  { label: "48 KiB", length: 48 * 1024 },
  { label: "6 MiB", length: 6 * 1024 * 1024 },
] as const;

function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 167 + (index >> 8)) & 255);
}

function sizing(name: string, length: number): Side {
  const item = {
    uri: "asset://site-7/images/portrait.png",
    mimeType: "image/png",
    bytes: bytesOf(length),
  };
  const repeats = 500;
  return {
    name,
    operations: repeats,
    answers: () => {
      const size = contentsByteLength(item);
      const contents = {
        uri: item.uri,
        mimeType: item.mimeType,
        blob: Buffer.from(item.bytes).toString("base64"),
      };
      const owed = Buffer.byteLength(JSON.stringify(contents));
      if (size !== owed) throw new Error(`${name} answers ${size}; owed: ${owed}`);
      return `${size} bytes of JSON`;
    },
    batch: () => {
      let sum = 0;
      for (let turn = 0; turn < repeats; turn++) sum += contentsByteLength(item);
      return sum;
    },
  };
}

function encoding(name: string, bytes: Uint8Array, encode: (bytes: Uint8Array) => string): Side {
  const repeats = bytes.length < 1e6 ? 8 : 1;
  return {
    name,
    operations: repeats,
    before: collectGarbage,
    answers: () => {
      const text = encode(bytes);
      if (!Buffer.from(text, "base64").equals(bytes))
        throw new Error(`${name} does not decode to its input`);
      return `${text.length} characters`;
    },
    batch: () => {
      let sum = 0;
      for (let turn = 0; turn < repeats; turn++) {
        const text = encode(bytes);
        sum += text.length + text.charCodeAt(text.length - 5);
      }
      return sum;
    },
  };
}

export const p09: Case = {
  id: "P9",
  title: "sizing a blob without encoding it, and base64",
  nodeFlags: ["--expose-gc"],
  rounds: 60,
  prepare: () => {
    const sides: Side[] = [sizing("sized, 1 KiB", 1024), sizing("sized, 6 MiB", 6 * 1024 * 1024)];
    const figures: Figure[] = [
      {
        what: "sizing 6 MiB vs 1 KiB: independent of length",
        of: "sized, 6 MiB",
        over: "sized, 1 KiB",
        atMost: 1.2,
      },
    ];
    for (const { label, length } of sizes) {
      const bytes = bytesOf(length);
      const [ours, theirs] = [`encodeBase64, ${label}`, `Buffer.toString, ${label}`];
      sides.push(
        encoding(ours, bytes, encodeBase64),
        encoding(theirs, bytes, (view) =>
          Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64"),
        ),
      );
      figures.push({
        what: `encodeBase64 vs Buffer.toString, ${label}`,
        of: ours,
        over: theirs,
        atMost: 1.05,
      });
    }
    return { sides, figures };
  },
};
