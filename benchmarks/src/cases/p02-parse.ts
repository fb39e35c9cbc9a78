import { isResourceUri, parseResourceUri, validateResourceUri } from "@org/resources-uri";

import type { Case, TimedSide } from "../case.ts";
import { mixedUris } from "../corpora/mixed-uris.ts";
import { ownLoop } from "../own-loop.ts";

const corpus = mixedUris();
const valid = corpus.filter((judged) => judged.valid).map(({ uri }) => uri);
const invalid = corpus.filter((judged) => !judged.valid).map(({ uri }) => uri);

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

function refuser(name: string, refuses: (uri: string) => boolean): TimedSide {
  const batch = ownLoop(invalid, refuses);
  return {
    name,
    operations: invalid.length,
    answers: () => `${batch()} of ${invalid.length} refused`,
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

export const p02: Case = {
  id: "P2",
  title: `parse ${valid.length} valid URIs into components, refuse ${invalid.length} invalid ones`,
  prepare: () => ({
    sides: [
      parser("parseResourceUri", componentsOf),
      parser("new URL", (uri) => new URL(uri).href.length),
      parser("new URL and its components", urlComponentsOf),
      refuser("isResourceUri, invalid", (uri) => !isResourceUri(uri)),
      refuser("validateResourceUri, invalid", (uri) => !validateResourceUri(uri).ok),
      refuser("new URL, invalid", (uri) => {
        try {
          return new URL(uri).href === "";
        } catch {
          return true;
        }
      }),
    ],
    figures: [
      {
        what: "parseResourceUri vs new URL (no component read)",
        of: "parseResourceUri",
        over: "new URL",
        atMost: 0.7,
      },
      {
        what: "parseResourceUri vs new URL, components read",
        of: "parseResourceUri",
        over: "new URL and its components",
      },
      {
        what: "invalid input: isResourceUri vs new URL",
        of: "isResourceUri, invalid",
        over: "new URL, invalid",
        atMost: 0.05,
      },
      {
        what: "invalid input: validateResourceUri vs new URL",
        of: "validateResourceUri, invalid",
        over: "new URL, invalid",
      },
    ],
  }),
};
