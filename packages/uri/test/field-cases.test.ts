import { describe, expect, it } from "vitest";

import {
  AmbiguousResourceError,
  createResourceSelector,
  encodeIri,
  findTemplateOverlaps,
  parseResourceTemplate,
  ResourceTemplateError,
  validateResourceUri,
} from "../src/index.ts";
import { templateCode } from "./template-code.ts";

function uriCode(input: unknown): string {
  const verdict = validateResourceUri(input);
  return verdict.ok ? "valid" : verdict.error.code;
}

// What users of MCP SDKs, gateways and URI libraries reported, as small inputs.
describe("field cases: templates", () => {
  it.each([
    ["x://h{/id*}", "unsupported_operator"],
    ["x://h/{+a}-{+b}-{+c}!", "unsupported_operator"],
    ["x://h/{a}{b}{c}!", "partial_segment"],
    ["x://h/{a*}", "explode_modifier"],
  ])("[case U1] [TPL-2] %s, slow to match elsewhere, is refused: %s", (template, code) => {
    expect(templateCode(template)).toBe(code);
  });

  it("[case U2] [URI-9] blanks around an oversized URI are counted, not trimmed first", () => {
    const padded = `${" ".repeat(5000)}x://h/a${" ".repeat(5000)}`;
    expect(uriCode(padded)).toBe("too_long");
    expect(parseResourceTemplate("x://h/{a}").match(padded)).toEqual({
      ok: false,
      code: "no_match",
    });
  });

  it("[case U5] [TPL-3] dots and question marks in a template are themselves", () => {
    const template = parseResourceTemplate("x://h/a.b/{id}?v=1.0");
    expect(template.match("x://h/a.b/7?v=1.0").ok).toBe(true);
    for (const uri of [
      "x://h/aXb/7?v=1.0",
      "x://h/a.b/7?v=1X0",
      "x://h/a./7?v=1.0",
      "x://h/a.b/7v=1.0",
    ]) {
      expect(template.match(uri)).toEqual({ ok: false, code: "no_match" });
    }
  });

  it("[case U7] [TPL-4] a way up, encoded, is no value", () => {
    const template = parseResourceTemplate("x://docs/{n}");
    for (const way of [
      "..%2F..%2Fetc%2Fpasswd",
      "%2e%2e",
      "..",
      ".%2e",
      "..%5Cetc",
      "a%2Fb",
      "a%5cb",
      "a%00",
      ".",
    ]) {
      expect([way, template.match(`x://docs/${way}`)]).toEqual([
        way,
        { ok: false, code: "invalid_capture", variable: "n" },
      ]);
    }
  });

  it("[case U8] [TPL-4] [TPL-5] a value arrives decoded, and goes out encoded", () => {
    const template = parseResourceTemplate("x://files/{name}");
    expect(template.match("x://files/My%20File.txt")).toEqual({
      ok: true,
      variables: { name: "My File.txt" },
    });
    expect(template.expand({ name: "My File.txt" })).toBe("x://files/My%20File.txt");
  });

  it("[case U10] [URI-4] [TPL-4] a malformed escape is a verdict, never a URIError", () => {
    expect(uriCode("x://h/wei%rd")).toBe("invalid_percent_escape");
    expect(parseResourceTemplate("x://h/{v}").match("x://h/wei%rd")).toEqual({
      ok: false,
      code: "invalid_capture",
      variable: "v",
    });
  });

  it("[case U11] [URI-2] raw 'é' is refused with the remedy, in URIs and templates", () => {
    const verdict = validateResourceUri("x://h/é");
    expect(verdict.ok ? "" : verdict.error.message).toBe(
      "'é' is not allowed in a URI: write %C3%A9",
    );
    expect(() => parseResourceTemplate("x://h/é/{id}")).toThrow(
      "'é' is not allowed in a URI: write %C3%A9",
    );
    expect(encodeIri("x://h/é")).toBe("x://h/%C3%A9");
  });

  it("[case U12] [TPL-2] {id,fmt} is refused", () => {
    expect(templateCode("x://h/{id,fmt}")).toBe("variable_list");
  });

  it.each([
    ["x://h/{+path}", "unsupported_operator"],
    ["x://h/{customer-id}", "invalid_name"],
  ])("[case U14] [TPL-2] %s is refused, not advertised and never matched", (template, code) => {
    expect(templateCode(template)).toBe(code);
    expect(() => createResourceSelector([{ uriTemplate: template }])).toThrow(
      ResourceTemplateError,
    );
  });

  it("[case U16] [TPL-2] {a}/{a} is refused", () => {
    expect(templateCode("x://h/{a}/{a}")).toBe("repeated_name");
  });

  it("[case U18] [SEL-1] [SEL-2] what two templates match is ambiguous, and reported beforehand", () => {
    const [users, any] = ["x://h/users/{id}", "x://h/{type}/{id}"] as const;
    for (const order of [
      [users, any],
      [any, users],
    ]) {
      const selector = createResourceSelector(order.map((uriTemplate) => ({ uriTemplate })));
      expect(() => selector.select("x://h/users/7")).toThrow(AmbiguousResourceError);
      expect(findTemplateOverlaps(order)).toEqual([{ templates: order, witness: "x://h/users/x" }]);
    }
  });

  it("[case U20] [URI-3] a variable that a client left in is told from other characters", () => {
    const verdict = validateResourceUri("repo://h/{owner}/issues");
    expect(verdict.ok ? undefined : verdict.error).toMatchObject({
      code: "unexpanded_template",
      offset: 9,
      message: "'{owner}' is a template variable: put a value in its place",
    });
  });
});

describe("field cases: identity and parsers", () => {
  it("[case N1] [TPL-3] the scheme is folded, and nothing else", () => {
    const selector = createResourceSelector([
      { uri: "WordPress://x" },
      { uriTemplate: "Blog://x/{id}" },
    ]);
    expect(selector.select("wordpress://x")?.canonicalUri).toBe("WordPress://x");
    expect(selector.select("BLOG://x/A")?.canonicalUri).toBe("blog://x/A");
    expect(selector.select("wordpress://X")).toBeUndefined();
    expect(selector.select("blog://X/A")).toBeUndefined();
  });

  it("[case N4] [URI-1] a relative reference is no resource URI", () => {
    expect(uriCode("users/me")).toBe("not_absolute");
  });

  it.each([
    ["x://h/a\tb", 7],
    ["x://h/a\nb", 7],
    ["x://h/a\r\nb", 7],
    [" x://h/a", 0],
    ["x://h/a ", 7],
    ["x://h\0/a", 5],
    ["\uFEFFx://h/a", 0],
    ["x://h/a\u200B", 7],
  ])("[case N5] [URI-2] nothing is stripped: %j", (input, offset) => {
    const verdict = validateResourceUri(input);
    expect(verdict.ok ? undefined : verdict.error).toMatchObject({
      code: "invalid_character",
      offset,
    });
    expect(
      createResourceSelector([{ uri: "x://h/a" }, { uriTemplate: "x://h/{v}" }]).select(input),
    ).toBeUndefined();
  });

  it("[case N6] [URI-5] userinfo is refused, so that it cannot pass for the host", () => {
    expect(uriCode("https://github.com@evil.example/")).toBe("credentials");
    expect(uriCode("https://user:password@h/")).toBe("credentials");
    expect(uriCode("http://@h")).toBe("credentials");
    expect(uriCode("https://github.com%40evil.example/")).toBe("invalid_authority");
    expect(uriCode("https://h/@evil.example")).toBe("valid");
  });

  it("[case N7] [URI-7] an escaped way up is a dot segment", () => {
    expect(uriCode("https://h/public/%2e%2e/admin")).toBe("dot_segment");
  });

  it("[case N9] [URI-2] a backslash is no slash", () => {
    const verdict = validateResourceUri("http://good.com\\@evil.com/");
    expect(verdict.ok ? undefined : verdict.error).toMatchObject({
      code: "invalid_character",
      offset: 15,
    });
  });

  it("[case N11] [URI-4] octets that are not UTF-8 decode to nothing", () => {
    expect(uriCode("x://h/%E0%40%2E")).toBe("invalid_utf8");
    expect(parseResourceTemplate("x://h/{v}").match("x://h/%E0%40%2E")).toMatchObject({
      code: "invalid_capture",
    });
  });

  it("[case N13] [TPL-4] a doubly encoded dot is decoded once", () => {
    expect(uriCode("x://h/%252e%252e")).toBe("valid");
    expect(parseResourceTemplate("x://h/{v}").match("x://h/%252e%252e")).toEqual({
      ok: true,
      variables: { v: "%2e%2e" },
    });
  });

  it("[case C6] [URI-2] a valid URI is ASCII, fit for a header", () => {
    for (const input of ["x://h/ü", "x://ü/", "x:ü", "x:a?ü", "x:a#ü", "ü:a"]) {
      expect(uriCode(input)).toBe("invalid_character");
    }
  });

  it("[case X1] an alias of a registered URI has the registered identity or none", () => {
    const selector = createResourceSelector([
      { uri: "asset://p/secret" },
      { uriTemplate: "asset://p/{name}" },
    ]);
    expect(selector.select("ASSET://p/secret")?.canonicalUri).toBe("asset://p/secret");
    expect(selector.select("asset://p/%73ecret")).toBeUndefined();
    expect(selector.select("asset://p/%6Fther")?.canonicalUri).toBe("asset://p/other");
  });

  it("[case X2] an escaped alias of an exact entry reaches no template, and nobody is a candidate", () => {
    const selector = createResourceSelector([
      { uri: "x://h/users/me" },
      { uriTemplate: "x://h/users/{id}" },
    ]);
    for (const alias of ["x://h/users/%6De", "x://h/users/m%65", "X://h/users/%6d%65"]) {
      expect(selector.select(alias)).toBeUndefined();
      expect(selector.candidates(alias)).toEqual([]);
    }
    expect(selector.select("x://h/users/you")?.variables).toEqual({ id: "you" });
  });

  it("[case X13] an escaped literal reaches no other template: all that match in canonical form are candidates", () => {
    const open = { uriTemplate: "x://h/{section}/{id}" } as const;
    const hidden = { uriTemplate: "x://h/admin/{id}" } as const;
    const selector = createResourceSelector([open, hidden]);
    for (const alias of ["x://h/%61dmin/1", "x://h/admi%6e/%31"]) {
      expect(() => selector.select(alias)).toThrow(AmbiguousResourceError);
      expect(new Set(selector.candidates(alias))).toEqual(new Set([open, hidden]));
    }
    expect(selector.select("x://h/%62log/1")?.canonicalUri).toBe("x://h/blog/1");
  });
});
