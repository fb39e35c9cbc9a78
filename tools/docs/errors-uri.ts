/**
 * Writes docs/errors-uri.md from packages/uri/src/error-codes.ts and errors.ts: the comment of every code, and what its examples really
 * give when they are run. `node --conditions=@org/source tools/docs/errors-uri.ts` writes the page, `--check` exits 1 if
 * it is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import {
  createResourceSelector,
  parseResourceTemplate,
  ResourceIdentityError,
  validateResourceUri,
} from "@org/resources-uri";

const root = new URL("../../", import.meta.url);
const page = fileURLToPath(new URL("docs/errors-uri.md", root));
const source = ["error-codes.ts", "errors.ts"]
  .map((file) => readFileSync(new URL(`packages/uri/src/${file}`, root), "utf8"))
  .join("\n");

interface Documented {
  readonly code: string;
  readonly text: string;
  readonly examples: readonly string[];
  readonly remedy: string;
}

/** A comment right before `ending`, with its tags. */
function documented(code: string, ending: string): Documented {
  const end = source.indexOf(ending);
  if (end === -1 || source.indexOf(ending, end + 1) !== -1)
    throw new Error(`${ending} is not there once`);
  const comment = source.slice(source.lastIndexOf("/**", end), end);
  const lines = comment
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*)?\s?/, "").trim())
    .filter((line) => line !== "");
  const tagged = (tag: string): string[] =>
    lines.filter((line) => line.startsWith(`@${tag} `)).map((line) => line.slice(tag.length + 2));
  const text = lines.filter((line) => !line.startsWith("@")).join(" ");
  const [remedy] = tagged("remedy");
  const examples = tagged("example");
  if (remedy === undefined || examples.length === 0 || text === "")
    throw new Error(`${code} is not documented`);
  return { code, text, examples, remedy };
}

/** The codes of one union, in their order. */
function codesOf(union: string): string[] {
  const start = source.indexOf(`export type ${union} =`);
  const declaration = source.slice(start, source.indexOf('";', start) + 2);
  return [...declaration.matchAll(/^ {2}\| "(\w+)"/gm)].map((match) => match[1] ?? "");
}

/** What the library says to an example, checked against the code that it is an example of. */
function outcomeOf(example: string, run: (example: string) => unknown, code: string): string {
  let error;
  try {
    error = run(example);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof ResourceIdentityError) || error.code !== code) {
    throw new Error(`${example} gives ${String(error)}, not ${code}`);
  }
  const offset: unknown = "offset" in error ? error.offset : undefined;
  return typeof offset === "number" ? `at ${offset}: ${error.message}` : error.message;
}

function split(example: string, word: string): [string, string | undefined] {
  const at = example.lastIndexOf(` ${word} `);
  return at === -1
    ? [example, undefined]
    : [example.slice(0, at), example.slice(at + word.length + 2)];
}

function runUri(example: string): unknown {
  const [input, bound] = split(example, "maxBytes");
  const verdict = validateResourceUri(JSON.parse(input), {
    maxBytes: bound === undefined ? undefined : Number(bound),
  });
  return verdict.ok ? undefined : verdict.error;
}

function runTemplate(example: string): unknown {
  const [template, values] = split(example, "with");
  const parsed = parseResourceTemplate(String(JSON.parse(template)));
  if (values !== undefined) parsed.expand(JSON.parse(values) as Record<string, string>);
  return undefined;
}

function runSelect(example: string): unknown {
  const [templates, uri] = split(example, "select");
  const entries = (JSON.parse(templates) as string[]).map((uriTemplate) => ({ uriTemplate }));
  return createResourceSelector(entries).select(String(JSON.parse(uri ?? "")));
}

function section(
  { code, text, examples, remedy }: Documented,
  run: (example: string) => unknown,
): string {
  const shown = examples.map(
    (example) => `- \`${example}\`\n  ${escapeMarkdown(outcomeOf(example, run, code))}`,
  );
  return [`### \`${code}\``, text, shown.join("\n"), `**Remedy.** ${remedy}`].join("\n\n");
}

/** Messages quote input: nothing of it is markup. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_`<>[\]#|~]/g, String.raw`\$&`);
}

function chapter(title: string, lead: string, sections: readonly string[]): string {
  return [`## ${title}`, lead, ...sections].join("\n\n");
}

function render(): string {
  const uriCodes = codesOf("UriErrorCode");
  const templateCodes = codesOf("TemplateErrorCode");
  return `${[
    "<!-- Generated from packages/uri/src/error-codes.ts and errors.ts by tools/docs/errors-uri.ts: do not edit. -->",
    "# Error codes of `@org/resources-uri`",
    "Every code that the package gives, with examples, what they give when they are run, and what to do. An offset is a UTF-16 index into the input. `docs/guides/validate-uris.md` shows how to work with them.",
    chapter(
      "Of URIs",
      "On `ResourceUriError`, thrown by `parseResourceUri` and `encodeIri` and returned by `validateResourceUri`. A string gets the first that applies, in this order; characters, escapes and UTF-8 are judged together, by offset.",
      uriCodes.map((code) => section(documented(code, `\n  | "${code}"`), runUri)),
    ),
    chapter(
      "Of templates",
      "On `ResourceTemplateError`, thrown by `parseResourceTemplate` and `expand`. The literal text of a template gets the codes of URIs, too.",
      templateCodes.map((code) => section(documented(code, `\n  | "${code}"`), runTemplate)),
    ),
    chapter(
      "Of selection",
      "Thrown by a selector's `select`; `match` returns `invalid_capture` as a value.",
      [
        section(documented("ambiguous", "\nexport class AmbiguousResourceError"), runSelect),
        section(documented("invalid_capture", "\nexport class ResourceCaptureError"), runSelect),
      ],
    ),
  ].join("\n\n")}\n`;
}

const rendered = render();
if (!process.argv.includes("--check")) {
  writeFileSync(page, rendered);
} else if (readFileSync(page, "utf8") !== rendered) {
  process.stderr.write(
    "docs/errors-uri.md is stale: run node --conditions=@org/source tools/docs/errors-uri.ts\n",
  );
  process.exitCode = 1;
}
