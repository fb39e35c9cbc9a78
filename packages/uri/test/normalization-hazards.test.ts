import { describe, expect, it } from "vitest";

import { normalizationHazards, parseResourceUri, ResourceUriError } from "../src/index.ts";

const changes = (uri: string, proxies = false): string[] =>
  normalizationHazards(uri, { proxies }).map(
    ({ rewriter, component, from, to }) =>
      `${rewriter} ${component}: ${from ?? "none"} > ${to ?? "refused"}`,
  );

describe("where new URL() rewrites or refuses", () => {
  it.each([
    ["https://example.com", ["whatwg-url path:  > /"]],
    ["HTTPS://example.com/", []],
    ["http://H:80/A", ["whatwg-url authority: H:80 > h"]],
    ["http://h:/", ["whatwg-url authority: h: > h"]],
    ["http://h:0081/", ["whatwg-url authority: h:0081 > h:81"]],
    ["http://1/", ["whatwg-url authority: 1 > 0.0.0.1"]],
    ["http://[0:0::1]/", ["whatwg-url authority: [0:0::1] > [::1]"]],
    ["http://h/?it's", ["whatwg-url query: it's > it%27s"]],
    ["x://[v1.a]/", ["whatwg-url uri: x://[v1.a]/ > refused"]],
    ["file://localhost/a", ["whatwg-url authority: localhost > "]],
    ["asset://project/7", []],
    ["asset://Project/%41//b?x#y", []],
    ["urn:a:b", []],
  ])("%s", (uri, expected) => {
    expect(changes(uri)).toEqual(expected);
  });

  it("says it in words", () => {
    expect(normalizationHazards("http://H/")[0]?.message).toBe(
      "new URL() rewrites the authority: 'H' becomes 'h'",
    );
    expect(normalizationHazards("x://[v1.a]/")[0]?.message).toBe("new URL() refuses 'x://[v1.a]/'");
  });
});

describe("what proxies do besides", () => {
  it.each([
    ["asset://project/7", []],
    ["x://H/%7e", ["proxy authority: H > h", "proxy path: %7e > %7E", "proxy path: %7e > ~"]],
    ["x://h/a//b", ["proxy path: // > /"]],
    ["x://h", ["proxy path:  > /"]],
    ["x://h/a%2Fb", ["proxy path: %2F > /"]],
    ["x://h/a?%5c", ["proxy query: %5c > %5C", "proxy query: %5c > \\"]],
    ["x://h/a#%41", ["proxy fragment: %41 > A"]],
    ["x://h/%C3%A9", []],
    ["x:a", []],
  ])("%s", (uri, expected) => {
    expect(changes(uri, true)).toEqual(expected);
  });
});

describe("input", () => {
  it("takes a parsed URI, and refuses what is no URI", () => {
    expect(normalizationHazards(parseResourceUri("http://h"))).toHaveLength(1);
    expect(() => normalizationHazards("h")).toThrow(ResourceUriError);
  });
});
