import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { afterAll, describe, expect, it } from "vitest";

import { hazardLaws } from "./laws/hazard-laws.ts";
import { iriLaws } from "./laws/iri-laws.ts";
import { LAW_TIMEOUT_MS, type Subject } from "./laws/law.ts";
import { overlapLaws } from "./laws/overlap-laws.ts";
import { selectorLaws } from "./laws/selector-laws.ts";
import { templateLaws } from "./laws/template-laws.ts";
import { uriLaws } from "./laws/uri-laws.ts";

const laws = [
  ...uriLaws,
  ...iriLaws,
  ...templateLaws,
  ...selectorLaws,
  ...overlapLaws,
  ...hazardLaws,
];

/** One character of the fast code exchanged: in `file`, `text` (found there once) becomes `planted`. */
interface Fault {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  readonly planted: string;
  /** How the name of the law that finds it begins, and a word in it. */
  readonly law: RegExp;
}

/** Errors that somebody could make, each with the law that finds it. */
const faults: readonly Fault[] = [
  {
    what: "a port of 65536 passes",
    file: "resource-uri.ts",
    text: "6553[0-5]",
    planted: "6553[0-6]",
    law: /URI-4.*near misses/,
  },
  {
    what: "the last of the sub-delims is forgotten",
    file: "characters.ts",
    text: "!$&'()*+,;=",
    planted: "!$&'()*+,;;",
    law: /what the grammar generates is valid/,
  },
  {
    what: "an overlong form of two octets passes",
    file: "percent-encoding.ts",
    text: "lead < 0xc2",
    planted: "lead < 0xc0",
    law: /URI-4.*near misses/,
  },
  {
    what: "an encoded surrogate passes",
    file: "percent-encoding.ts",
    text: "lead === 0xed ? 0x9f",
    planted: "lead === 0xef ? 0x9f",
    law: /URI-4.*near misses/,
  },
  {
    what: "the longest short form of IPv6 addresses is one group too short",
    file: "authority.ts",
    text: "){0,6}${H16})?::",
    planted: "){0,5}${H16})?::",
    law: /what the grammar generates is valid/,
  },
  {
    what: "an encoded '@' passes in a host",
    file: "resource-uri.ts",
    text: "|40|",
    planted: "|41|",
    law: /URI-4.*near misses/,
  },
  {
    what: "'%2E' is no dot",
    file: "resource-uri.ts",
    text: String.raw`(?:\.|%2[Ee]){1,2}`,
    planted: String.raw`(?:\.|%2[ee]){1,2}`,
    law: /URI-4.*near misses/,
  },
  {
    what: "a parenthesis is left unencoded in expansions",
    file: "percent-encoding.ts",
    text: "/[!'()*]/g",
    planted: "/[!'((*]/g",
    law: /expand accepts exactly/,
  },
  {
    what: "a NUL may be captured",
    file: "template-match.ts",
    text: String.raw`/[/\\\0]/`,
    planted: String.raw`/[/\\\1]/`,
    law: /expand accepts exactly/,
  },
  {
    what: "a walk that comes back to a branch captures nothing there",
    file: "template-trie.ts",
    text: "spans[taken] = places.pop()!;",
    planted: "spans[taken] - places.pop()!;",
    law: /selection agrees/,
  },
  {
    what: "what is taken after a branch is not decoded",
    file: "template-trie.ts",
    text: "seen | kind",
    planted: "seen & kind",
    law: /selection agrees/,
  },
  {
    what: "candidates end at the second",
    file: "template-trie.ts",
    text: "push(node.template) === limit",
    planted: "push(node.template) !== limit",
    law: /selection agrees/,
  },
  {
    what: "an escaped alias is not compared once more",
    file: "selector.ts",
    text: "this.#isCanonical && canonicalUri === uri",
    planted: "this.#isCanonical && canonicalUri !== uri",
    law: /selection agrees/,
  },
  {
    what: "two templates of one canonical form are not ambiguous",
    file: "selector.ts",
    text: "templates.length > 1 ?",
    planted: "templates.length > 2 ?",
    law: /selection agrees/,
  },
  {
    what: "a literal does not overlap a variable before it",
    file: "template-overlaps.ts",
    text: "left !== VARIABLE) return undefined",
    planted: "left === VARIABLE) return undefined",
    law: /brute-force/,
  },
  {
    what: "what new URL() keeps is taken for a hazard",
    file: "normalization-hazards.ts",
    text: "href === foldScheme(before.href)",
    planted: "href !== foldScheme(before.href)",
    law: /no hazard exactly/,
  },
  {
    what: "a caret in an IRI is not encoded",
    file: "encode-iri.ts",
    text: String.raw`[ "<>\\^${"`"}|]`,
    planted: String.raw`[ "<>\\|${"`"}|]`,
    law: /encodeIri/,
  },
];

const source = fileURLToPath(new URL("../src/", import.meta.url));
const copies = mkdtempSync(join(tmpdir(), "planted-faults-"));

/** The package with a fault, loaded by Node, which strips the types. */
async function withFault({ file, text, planted }: Fault, name: string): Promise<Subject> {
  const copy = join(copies, name);
  cpSync(source, copy, { recursive: true });
  const path = join(copy, file);
  const parts = readFileSync(path, "utf8").split(text);
  if (parts.length !== 2) throw new Error(`${text} stands in ${file} ${parts.length - 1} times`);
  writeFileSync(path, parts.join(planted));
  const url = pathToFileURL(join(copy, "index.ts")).href;
  return (await import(/* @vite-ignore */ url)) as Subject;
}

function differences(a: string, b: string): number {
  return Array.from(a).filter((character, i) => character !== b[i]).length;
}

/** Fixed, so that a fault is found in every run or in none. */
const SEED = 20_261_130;

describe("faults of one character, planted in the fast code", () => {
  afterAll(() => {
    rmSync(copies, { recursive: true });
  });

  it.each(faults)("$what: $law finds it", { timeout: LAW_TIMEOUT_MS }, async (fault) => {
    expect([fault.text.length, differences(fault.text, fault.planted)]).toEqual([
      fault.planted.length,
      1,
    ]);
    const [law, ...others] = laws.filter(({ name }) => fault.law.test(name));
    expect([law, others]).toEqual([expect.anything(), []]);
    const subject = await withFault(fault, String(faults.indexOf(fault)));
    expect(() => law?.check(subject, SEED)).toThrow(/Property failed/);
  });
});
