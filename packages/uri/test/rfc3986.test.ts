import { describe, expect, it } from "vitest";

import { parseResourceUri, type UriErrorCode, validateResourceUri } from "../src/index.ts";

function codeOf(input: string): UriErrorCode | "valid" {
  const verdict = validateResourceUri(input);
  return verdict.ok ? "valid" : verdict.error.code;
}

// Examples of RFC 3986, copied from the sections named.
describe("RFC 3986 section 1.1.2: example URIs", () => {
  it.each([
    ["ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", undefined],
    ["http://www.ietf.org/rfc/rfc2396.txt", "http", "www.ietf.org", "/rfc/rfc2396.txt", undefined],
    [
      "ldap://[2001:db8::7]/c=GB?objectClass?one",
      "ldap",
      "[2001:db8::7]",
      "/c=GB",
      "objectClass?one",
    ],
    ["mailto:John.Doe@example.com", "mailto", undefined, "John.Doe@example.com", undefined],
    [
      "news:comp.infosystems.www.servers.unix",
      "news",
      undefined,
      "comp.infosystems.www.servers.unix",
      undefined,
    ],
    ["tel:+1-816-555-1212", "tel", undefined, "+1-816-555-1212", undefined],
    ["telnet://192.0.2.16:80/", "telnet", "192.0.2.16:80", "/", undefined],
    [
      "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
      "urn",
      undefined,
      "oasis:names:specification:docbook:dtd:xml:4.1.2",
      undefined,
    ],
  ])("[URI-1] %s", (href, scheme, authority, path, query) => {
    expect(parseResourceUri(href)).toEqual({
      href,
      scheme,
      authority,
      path,
      query,
      fragment: undefined,
    });
  });
});

describe("RFC 3986 section 3: components", () => {
  it("[URI-1] foo://example.com:8042/over/there?name=ferret#nose", () => {
    expect(parseResourceUri("foo://example.com:8042/over/there?name=ferret#nose")).toEqual({
      href: "foo://example.com:8042/over/there?name=ferret#nose",
      scheme: "foo",
      authority: "example.com:8042",
      path: "/over/there",
      query: "name=ferret",
      fragment: "nose",
    });
  });

  it("[URI-1] urn:example:animal:ferret:nose", () => {
    expect(parseResourceUri("urn:example:animal:ferret:nose")).toMatchObject({
      scheme: "urn",
      path: "example:animal:ferret:nose",
    });
  });

  // Section 3.3: an empty path, an absolute one, one without slash; `//` only after an authority.
  it.each([
    ["x:", undefined, ""],
    ["x:/", undefined, "/"],
    ["x:/a//b", undefined, "/a//b"],
    ["x:a", undefined, "a"],
    ["x://", "", ""],
    ["x:///", "", "/"],
    ["x:////a", "", "//a"],
    ["file:///etc/hosts", "", "/etc/hosts"],
    ["x://h?q", "h", ""],
    ["x://h#f", "h", ""],
  ])("[URI-1] %s has the path of section 3.3", (href, authority, path) => {
    expect(parseResourceUri(href)).toMatchObject({ authority, path });
  });

  // Section 3.4 and 3.5: `/` and `?` are data there.
  it("[URI-1] a query and a fragment may hold slashes and question marks", () => {
    expect(parseResourceUri("x:a?b/c?d=../..#e/f?g")).toMatchObject({
      path: "a",
      query: "b/c?d=../..",
      fragment: "e/f?g",
    });
  });

  it("[URI-1] an empty query and an empty fragment are not none", () => {
    expect(parseResourceUri("x:a?#")).toMatchObject({ query: "", fragment: "" });
    expect(parseResourceUri("x:a").query).toBeUndefined();
    expect(parseResourceUri("x:a").fragment).toBeUndefined();
  });
});

// A resource URI is absolute and never resolved: what section 5.4 resolves against a base is hostile here.
describe("RFC 3986 section 5.4: reference resolution examples, as input", () => {
  it.each([
    // 5.4.1 normal
    ["g:h", "valid"],
    ["g", "not_absolute"],
    ["./g", "not_absolute"],
    ["g/", "not_absolute"],
    ["/g", "not_absolute"],
    ["//g", "not_absolute"],
    ["?y", "not_absolute"],
    ["g?y", "not_absolute"],
    ["#s", "not_absolute"],
    ["g#s", "not_absolute"],
    ["g?y#s", "not_absolute"],
    [";x", "not_absolute"],
    ["g;x", "not_absolute"],
    ["g;x?y#s", "not_absolute"],
    ["", "empty"],
    [".", "not_absolute"],
    ["./", "not_absolute"],
    ["..", "not_absolute"],
    ["../", "not_absolute"],
    ["../g", "not_absolute"],
    ["../..", "not_absolute"],
    ["../../", "not_absolute"],
    ["../../g", "not_absolute"],
    // 5.4.2 abnormal
    ["../../../g", "not_absolute"],
    ["../../../../g", "not_absolute"],
    ["/./g", "not_absolute"],
    ["/../g", "not_absolute"],
    ["g.", "not_absolute"],
    [".g", "not_absolute"],
    ["g..", "not_absolute"],
    ["..g", "not_absolute"],
    ["./../g", "not_absolute"],
    ["./g/.", "not_absolute"],
    ["g/./h", "not_absolute"],
    ["g/../h", "not_absolute"],
    ["g;x=1/./y", "not_absolute"],
    ["g;x=1/../y", "not_absolute"],
    ["g?y/./x", "not_absolute"],
    ["g?y/../x", "not_absolute"],
    ["g#s/./x", "not_absolute"],
    ["g#s/../x", "not_absolute"],
    ["http:g", "invalid_authority"],
  ] as const)("[URI-1] %s alone is %s", (reference, code) => {
    expect(codeOf(reference)).toBe(code);
  });

  it.each([
    ["/./g", "dot_segment"],
    ["/../g", "dot_segment"],
    ["/g.", "valid"],
    ["/.g", "valid"],
    ["/g..", "valid"],
    ["/..g", "valid"],
    ["/./../g", "dot_segment"],
    ["/./g/.", "dot_segment"],
    ["/g/./h", "dot_segment"],
    ["/g/../h", "dot_segment"],
    ["/g;x=1/./y", "dot_segment"],
    ["/g;x=1/../y", "dot_segment"],
    ["/g?y/./x", "valid"],
    ["/g?y/../x", "valid"],
    ["/g#s/./x", "valid"],
    ["/g#s/../x", "valid"],
  ] as const)("[URI-7] http://a/b/c%s is %s", (rest, code) => {
    expect(codeOf(`http://a/b/c${rest}`)).toBe(code);
  });
});

// The borders of the rules of appendix A, one side and the other.
describe("RFC 3986 appendix A: the borders of each rule", () => {
  it.each([
    ["scheme", "a+-.9:", "valid"],
    ["scheme", "9a:", "not_absolute"],
    ["scheme", "+a:", "not_absolute"],
    ["scheme", "a_b:", "not_absolute"],
    ["scheme", "a%41:", "not_absolute"],
    ["scheme", ":a", "not_absolute"],
    ["reg-name", "x://a!$&'()*+,;=-._~%C3%A9", "valid"],
    ["reg-name", "x://a[b", "invalid_authority"],
    ["reg-name", "x://a]", "invalid_authority"],
    ["port", "x://h:", "valid"],
    ["port", "x://h:0", "valid"],
    ["port", "x://h:65535", "valid"],
    ["port", "x://h:00065535", "valid"],
    ["port", "x://h:65536", "invalid_authority"],
    ["port", "x://h:99999999999999999999", "invalid_authority"],
    ["port", "x://h:8a", "invalid_authority"],
    ["port", "x://h:8:0", "invalid_authority"],
    ["port", "x://h:-1", "invalid_authority"],
    ["IP-literal", "x://[]", "invalid_authority"],
    ["IP-literal", "x://[::1", "invalid_authority"],
    ["IP-literal", "x://[::1]a", "invalid_authority"],
    ["IP-literal", "x://[::1]:80", "valid"],
    ["IPv6address", "x://[1:2:3:4:5:6:7:8]", "valid"],
    ["IPv6address", "x://[1:2:3:4:5:6:7:8:9]", "invalid_authority"],
    ["IPv6address", "x://[1:2:3:4:5:6:7]", "invalid_authority"],
    ["IPv6address", "x://[::2:3:4:5:6:7:8]", "valid"],
    ["IPv6address", "x://[1::3:4:5:6:7:8]", "valid"],
    ["IPv6address", "x://[1:2::4:5:6:7:8]", "valid"],
    ["IPv6address", "x://[1:2:3::5:6:7:8]", "valid"],
    ["IPv6address", "x://[1:2:3:4::6:7:8]", "valid"],
    ["IPv6address", "x://[1:2:3:4:5::7:8]", "valid"],
    ["IPv6address", "x://[1:2:3:4:5:6::8]", "valid"],
    ["IPv6address", "x://[1:2:3:4:5:6:7::]", "valid"],
    ["IPv6address", "x://[1:2:3:4:5:6:7:8::]", "invalid_authority"],
    ["IPv6address", "x://[::]", "valid"],
    ["IPv6address", "x://[:::]", "invalid_authority"],
    ["IPv6address", "x://[1::2::3]", "invalid_authority"],
    ["IPv6address", "x://[12345::]", "invalid_authority"],
    ["IPv6address", "x://[g::]", "invalid_authority"],
    ["ls32", "x://[::ffff:192.0.2.1]", "valid"],
    ["ls32", "x://[1:2:3:4:5:6:192.0.2.1]", "valid"],
    ["ls32", "x://[1:2:3:4:5:6:7:192.0.2.1]", "invalid_authority"],
    ["ls32", "x://[::192.0.2.1:1]", "invalid_authority"],
    ["dec-octet", "x://[::255.250.249.199]", "valid"],
    ["dec-octet", "x://[::256.0.0.0]", "invalid_authority"],
    ["dec-octet", "x://[::01.0.0.0]", "invalid_authority"],
    ["zone id (RFC 6874)", "x://[fe80::1%25eth0]", "invalid_authority"],
    ["IPvFuture", "x://[v1.a:b]", "valid"],
    ["IPvFuture", "x://[VfF.~]", "valid"],
    ["IPvFuture", "x://[v.a]", "invalid_authority"],
    ["IPvFuture", "x://[v1.]", "invalid_authority"],
    ["IPvFuture", "x://[vg.a]", "invalid_authority"],
    ["IPv4address", "x://256.256.256.256", "valid"],
    ["pchar", "x:a!$&'()*+,;=:@-._~%20", "valid"],
    ["pchar", "x:[", "invalid_character"],
    ["query", "x:?a/?:@[", "invalid_character"],
    ["fragment", "x:#a/?:@", "valid"],
    ["fragment", "x:#a#b", "invalid_character"],
    ["pct-encoded", "x:%", "invalid_percent_escape"],
    ["pct-encoded", "x:%2", "invalid_percent_escape"],
    ["pct-encoded", "x:%2g", "invalid_percent_escape"],
    ["pct-encoded", "x:%fF", "invalid_utf8"],
  ] as const)("[URI-1] [URI-6] %s: %s is %s", (_rule, input, code) => {
    expect(codeOf(input)).toBe(code);
  });

  it.each(["http", "https", "ws", "wss", "HTTP", "WsS"])("[URI-6] %s needs a host", (scheme) => {
    for (const rest of ["", "h", "/h", "//", "///a", "//:80", "//?q", "//#f"]) {
      expect([rest, codeOf(`${scheme}:${rest}`)]).toEqual([rest, "invalid_authority"]);
    }
    expect(codeOf(`${scheme}://h`)).toBe("valid");
    expect(codeOf(`${scheme}a:///h`)).toBe("valid");
  });
});
