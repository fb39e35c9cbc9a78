import { isResourceUri, parseResourceUri, validateResourceUri } from "@org/resources-uri";

import type { Case, TimedSide } from "../case.ts";
import { mixedUris } from "../corpora/mixed-uris.ts";
import { ownLoop } from "../own-loop.ts";

const corpus = mixedUris();
const valid = corpus.filter((judged) => judged.valid).map(({ uri }) => uri);
const invalid = corpus.filter((judged) => !judged.valid).map(({ uri }) => uri);
/** What both refuse: of the other invalid ones, `new URL` makes something else and does not refuse at all. */
const refused = invalid.filter((uri) => !URL.canParse(uri));

/** A side that takes a URI apart; `read` touches every component and returns their length together. */
function parser(name: string, read: (uri: string) => number): TimedSide {
  const batch = ownLoop(valid, read);
  return {
    name,
    operations: valid.length,
    answers: () => {
      const example = valid.find((uri) => uri.startsWith("https://") && uri.includes("?")) ?? "";
      return `${valid.length} parsed into ${batch()} characters of components; ${read(example)} of the ${example.length} in ${example}`;
    },
    batch,
  };
}

function refuser(
  name: string,
  uris: readonly string[],
  refuses: (uri: string) => boolean,
): TimedSide {
  const batch = ownLoop(uris, refuses);
  return {
    name,
    operations: uris.length,
    answers: () => `${batch()} of ${uris.length} refused`,
    batch,
  };
}

function componentsOf(uri: string): number {
  const { scheme, authority, path, query, fragment } = parseResourceUri(uri);
  return (
    scheme.length +
    (authority?.length ?? 0) +
    path.length +
    (query?.length ?? 0) +
    (fragment?.length ?? 0)
  );
}

function urlComponentsOf(uri: string): number {
  const { protocol, host, pathname, search, hash } = new URL(uri);
  return protocol.length + host.length + pathname.length + search.length + hash.length;
}

function newUrlRefuses(uri: string): boolean {
  try {
    return new URL(uri).href === "";
  } catch {
    return true;
  }
}

export const p02: Case = {
  id: "P2",
  title: `parse ${valid.length} valid URIs into components; refuse ${refused.length} that new URL refuses too`,
  prepare: () => ({
    sides: [
      parser("parseResourceUri", componentsOf),
      parser("new URL", (uri) => new URL(uri).href.length),
      parser("new URL and its components", urlComponentsOf),
      refuser("isResourceUri", refused, (uri) => !isResourceUri(uri)),
      refuser("validateResourceUri", refused, (uri) => !validateResourceUri(uri).ok),
      refuser("validateResourceUri and its error", refused, (uri) => {
        const verdict = validateResourceUri(uri);
        return !verdict.ok && verdict.error.message !== "";
      }),
      refuser("new URL refusing", refused, newUrlRefuses),
      refuser("validateResourceUri, all invalid", invalid, (uri) => !validateResourceUri(uri).ok),
      refuser("new URL, all invalid", invalid, newUrlRefuses),
    ],
    figures: [
      {
        what: "parseResourceUri vs new URL (no component read)",
        of: "parseResourceUri",
        over: "new URL",
        atMost: 0.7,
        accepted: { atMost: 1, decision: "0061" },
      },
      {
        what: "parseResourceUri vs new URL, components read",
        of: "parseResourceUri",
        over: "new URL and its components",
      },
      {
        what: "refusing: isResourceUri vs new URL",
        of: "isResourceUri",
        over: "new URL refusing",
        atMost: 0.05,
      },
      {
        what: "refusing: validateResourceUri vs new URL",
        of: "validateResourceUri",
        over: "new URL refusing",
        atMost: 0.05,
      },
      {
        what: "refusing: validateResourceUri, error read, vs new URL",
        of: "validateResourceUri and its error",
        over: "new URL refusing",
      },
      {
        what: "all invalid: validateResourceUri vs new URL, which accepts most",
        of: "validateResourceUri, all invalid",
        over: "new URL, all invalid",
      },
    ],
  }),
};
