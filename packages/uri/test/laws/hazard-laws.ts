import fc from "fast-check";
import { expect } from "vitest";

import { validUri } from "../arbitraries.ts";
import { partsOf } from "../reference/reference-template.ts";
import { referenceVerdict } from "../reference/reference-uri.ts";
import { law, type Law } from "./law.ts";

function urlHref(uri: string): string | undefined {
  try {
    return new URL(uri).href;
  } catch {
    return undefined;
  }
}

/** Web-like URIs, among which `new URL` rewrites many. */
const webUri = fc
  .tuple(
    fc.constantFrom("http", "HTTPS", "ws", "ftp", "file", "x", "urn", "blob"),
    fc.constantFrom(":", "://", ":/"),
    fc.constantFrom(
      "h",
      "H",
      "1.2.3.4",
      "0x7f.1",
      "1",
      "%68",
      "xn--a",
      "localhost",
      "[::1]",
      "[0:0::1]",
      "[v1.x]",
      "",
    ),
    fc.constantFrom("", ":", ":80", ":0443", ":443", ":21", ":8080"),
    fc.constantFrom("", "/", "//", "/a", "/%41", "/a//b", "/c:/", "/%7e"),
    fc.constantFrom("", "?", "?a'b", "?a", "#", "#a"),
  )
  .map((parts) => parts.join(""))
  .filter((uri) => referenceVerdict(uri) === undefined);

export const hazardLaws: readonly Law[] = [
  law(
    "there is no hazard exactly when new URL(u).href keeps the identity (scheme folded)",
    fc.oneof(validUri, webUri),
    (subject, uri) => {
      const identity = `${partsOf(uri).scheme}${uri.slice(partsOf(uri).scheme.length)}`;
      const hazards = subject.normalizationHazards(uri);
      expect(hazards.length === 0).toBe(urlHref(uri) === identity);
      for (const { rewriter, from, to, message } of hazards) {
        expect(rewriter).toBe("whatwg-url");
        expect(from).not.toBe(to);
        expect(message).not.toBe("");
      }
      expect(subject.normalizationHazards(subject.parseResourceUri(uri))).toEqual(hazards);
      expect(subject.normalizationHazards(uri, { proxies: true }).slice(0, hazards.length)).toEqual(
        hazards,
      );
    },
    2000,
  ),
];
