#!/usr/bin/env node
// The bin `resources-uri`: verdicts on URIs and templates, for shells and CI. Node only.
import { parseArgs } from "node:util";
import { DEFAULT_MAX_BYTES, maxBytesOf } from "./characters.ts";
import type { Fault } from "./errors.ts";
import { type Hazard, normalizationHazards } from "./normalization-hazards.ts";
import { type ResourceUri, validateResourceUri } from "./resource-uri.ts";
import { findTemplateOverlaps } from "./template-overlaps.ts";
import { findTemplateError, parseTemplateSyntax } from "./template-syntax.ts";

const USAGE = `Usage: resources-uri [options] [URI or TEMPLATE ...]
       resources-uri overlaps [options] [TEMPLATE ...]

Judges MCP resource URIs and templates, given as arguments or, if there are none, as lines on stdin.
What has a brace in it is taken for a template. "overlaps" lists the pairs of templates to which one
URI is ambiguous.

Options:
  --as uri|template   take every input for one
  --max-bytes N       bytes that an input may take (default ${DEFAULT_MAX_BYTES})
  --hazards           also say where new URL() or a proxy would rewrite a URI
  --json              write a JSON array
  --help              write this text

Exit status: 0 if all are valid (overlaps: and none overlap), 1 if not, 2 if the command line is wrong.
`;

type Kind = "uri" | "template";

interface Verdict {
  readonly input: string;
  readonly kind: Kind;
  readonly valid: boolean;
  readonly fault?: Fault<string>;
  readonly uri?: ResourceUri;
  readonly variables?: readonly string[];
  readonly hazards?: readonly Hazard[];
}

interface Settings {
  readonly as: string | undefined;
  readonly maxBytes: number;
  readonly hazards: boolean;
  readonly json: boolean;
}

function judge(input: string, settings: Settings): Verdict {
  const isTemplate = settings.as === undefined ? /[{}]/.test(input) : settings.as === "template";
  return isTemplate ? judgeTemplate(input, settings) : judgeUri(input, settings);
}

function judgeTemplate(input: string, { maxBytes }: Settings): Verdict {
  const fault = findTemplateError(input, maxBytes);
  if (fault !== undefined) return { input, kind: "template", valid: false, fault };
  const variables = parseTemplateSyntax(input, maxBytes).names;
  return { input, kind: "template", valid: true, variables };
}

function judgeUri(input: string, { maxBytes, hazards }: Settings): Verdict {
  const verdict = validateResourceUri(input, { maxBytes });
  if (!verdict.ok) return { input, kind: "uri", valid: false, fault: verdict.error };
  const { uri } = verdict;
  const found = hazards ? { hazards: normalizationHazards(uri, { proxies: true }) } : {};
  return { input, kind: "uri", valid: true, uri, ...found };
}

function verdictJson({ input, kind, valid, fault, uri, variables, hazards }: Verdict): object {
  const { code, offset, message } = fault ?? {};
  const { scheme, authority, path, query, fragment } = uri ?? {};
  const components = { scheme, authority, path, query, fragment };
  return { input, kind, valid, code, offset, message, ...components, variables, hazards };
}

function verdictText({ input, kind, valid, fault, hazards = [] }: Verdict): string {
  const first = `${valid ? "valid  " : "invalid"} ${kind} ${printable(input)}`;
  const second = fault === undefined ? [] : [`${fault.code} at ${fault.offset}: ${fault.message}`];
  return [first, ...second, ...hazards.map((hazard) => `hazard: ${hazard.message}`)].join("\n  ");
}

/** Input is not trusted with the terminal: controls and other invisible characters are written as escapes. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

function report(settings: Settings, items: readonly object[], lines: readonly string[]): void {
  if (settings.json) process.stdout.write(`[${items.map((i) => JSON.stringify(i)).join(",\n")}]\n`);
  else if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

function runVerdicts(inputs: readonly string[], settings: Settings): boolean {
  const verdicts = inputs.map((input) => judge(input, settings));
  report(settings, verdicts.map(verdictJson), verdicts.map(verdictText));
  return verdicts.every((verdict) => verdict.valid);
}

function runOverlaps(inputs: readonly string[], settings: Settings): boolean {
  const invalid = inputs.map((input) => judgeTemplate(input, settings)).filter((v) => !v.valid);
  if (invalid.length > 0) {
    report(settings, invalid.map(verdictJson), invalid.map(verdictText));
    return false;
  }
  const overlaps = findTemplateOverlaps(inputs, settings);
  const lines = overlaps.map(({ templates, witness }) => {
    return `overlap ${templates[0]} and ${templates[1]}: both match ${witness}`;
  });
  report(settings, overlaps, lines);
  return overlaps.length === 0;
}

/** Lines end at a line feed (a carriage return before it is part of the line end); nothing else is trimmed. */
async function stdinLines(): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString("utf8").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** @throws {TypeError} for a wrong command line. */
function readCommand(
  args: string[],
): Settings & { readonly positionals: readonly string[]; readonly help: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: "string" },
      "max-bytes": { type: "string" },
      hazards: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { as, "max-bytes": bound, hazards, json, help } = values;
  if (as !== undefined && as !== "uri" && as !== "template") {
    throw new TypeError(`--as is uri or template, not ${JSON.stringify(as)}`);
  }
  const maxBytes = maxBytesOf({ maxBytes: bound === undefined ? undefined : Number(bound) });
  return { as, maxBytes, hazards, json, help, positionals };
}

async function main(): Promise<number> {
  let command;
  try {
    command = readCommand(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`resources-uri: ${error.message}\nTry: resources-uri --help\n`);
    return 2;
  }
  if (command.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const isOverlaps = command.positionals[0] === "overlaps";
  const given = isOverlaps ? command.positionals.slice(1) : command.positionals;
  const inputs = given.length > 0 ? given : await stdinLines();
  return (isOverlaps ? runOverlaps : runVerdicts)(inputs, command) ? 0 : 1;
}

// `resources-uri | head`: a reader that has seen enough is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main();
