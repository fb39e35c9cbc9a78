import { describe, expect, it } from "vitest";

import { isResourceUri } from "../src/index.ts";

/** Every text over `alphabet` of at most `length` characters. */
function textsOver(alphabet: readonly string[], length: number): string[] {
  let longest = [""];
  const all = [...longest];
  for (let step = 0; step < length; step++) {
    longest = longest.flatMap((text) => alphabet.map((character) => text + character));
    all.push(...longest);
  }
  return all;
}

/** URI-7 as it is written, segment by segment: the path is what stands before `?`. */
function hasDotSegment(path: string): boolean {
  const [hierarchy = ""] = path.split("?");
  return hierarchy
    .split("/")
    .map((segment) => segment.replaceAll(/%2e/gi, "."))
    .some((segment) => segment === "." || segment === "..");
}

describe("[URI-7] a path segment `.` or `..` is refused, dots elsewhere are not", () => {
  const paths = textsOver([".", "/", "a", "?", "%2E"], 6);

  it.each([
    ["an authority and an absolute path", "x://h/"],
    ["an absolute path alone", "x:/"],
    ["a path without a first slash", "x:"],
    ["a path behind an IP literal and a port", "x://[::1]:80/"],
  ])("in every path of six characters after %s", (_what, start) => {
    const wrong = paths.filter((path) => {
      const full = `${start}${path}`;
      // Two slashes after the scheme would open an authority: another matter.
      if (!start.includes("//") && full.startsWith("x://")) return false;
      const lead = start.endsWith("/") ? "/" : "";
      return isResourceUri(full) === hasDotSegment(lead + path);
    });
    expect(wrong).toEqual([]);
  });
});
