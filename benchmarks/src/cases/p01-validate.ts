import { isResourceUri, validateResourceUri } from "@org/resources-uri";
import fastUri from "fast-uri";
import uriJs from "uri-js";

import type { Case, TimedSide } from "../case.ts";
import { mixedUris } from "../corpora/mixed-uris.ts";
import { ownLoop } from "../own-loop.ts";

const corpus = mixedUris();
const uris = corpus.map(({ uri }) => uri);

/** A side that gives a verdict on each URI; how many of them are false is said, not hidden. */
function verdicts(name: string, accepts: (uri: string) => boolean): TimedSide {
  return {
    name,
    operations: uris.length,
    answers: () => {
      const wrong = corpus.filter(({ uri, valid }) => accepts(uri) !== valid);
      const accepted = corpus.filter(({ uri }) => accepts(uri)).length;
      return `accepts ${accepted} of ${corpus.length}; ${wrong.filter(({ valid }) => !valid).length} invalid ones among them, ${wrong.filter(({ valid }) => valid).length} valid ones refused`;
    },
    batch: ownLoop(uris, accepts),
  };
}

/** URIs whose verdict, or code where only one is defensible, is not the one the corpus owes. */
function falseVerdicts(): number {
  return corpus.filter(({ uri, valid, code }) => {
    const result = validateResourceUri(uri);
    if (isResourceUri(uri) !== valid || result.ok !== valid) return true;
    return !result.ok && code !== undefined && result.error.code !== code;
  }).length;
}

function newUrlAccepts(uri: string): boolean {
  try {
    return new URL(uri).href !== "";
  } catch {
    return false;
  }
}

function fastUriAccepts(uri: string): boolean {
  const parsed = fastUri.parse(uri);
  return parsed.error === undefined && parsed.scheme !== undefined;
}

function uriJsAccepts(uri: string): boolean {
  try {
    const parsed = uriJs.parse(uri);
    return parsed.error === undefined && parsed.scheme !== undefined;
  } catch {
    // uri-js throws on octets that are not UTF-8.
    return false;
  }
}

export const p01: Case = {
  id: "P1",
  title: `validate ${corpus.length} URIs, mean ${Math.round(uris.join("").length / uris.length)} characters, 64 invalid`,
  prepare: () => ({
    sides: [
      verdicts("isResourceUri", isResourceUri),
      verdicts("validateResourceUri", (uri) => validateResourceUri(uri).ok),
      verdicts("new URL", newUrlAccepts),
      verdicts("URL.canParse", (uri) => URL.canParse(uri)),
      verdicts("fast-uri", fastUriAccepts),
      verdicts("uri-js", uriJsAccepts),
    ],
    figures: [
      { what: "false verdicts", fact: falseVerdicts(), unit: "", atMost: 0 },
      { what: "isResourceUri vs new URL", of: "isResourceUri", over: "new URL", atMost: 0.35 },
      { what: "isResourceUri vs fast-uri", of: "isResourceUri", over: "fast-uri", atMost: 0.12 },
      { what: "isResourceUri vs uri-js", of: "isResourceUri", over: "uri-js" },
      { what: "isResourceUri vs URL.canParse", of: "isResourceUri", over: "URL.canParse" },
      { what: "validateResourceUri vs new URL", of: "validateResourceUri", over: "new URL" },
    ],
  }),
};
