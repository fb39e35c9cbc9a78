import { describe, expect, it } from "vitest";

import { faultOf } from "./uri-fault-of.ts";

describe("verdicts: codes, offsets and messages", () => {
  it.each([
    ["x".repeat(8193), "too_long", 0, "at most 8192 bytes are allowed"],
    [undefined, "not_a_string", 0, "a string is needed, not undefined"],
    [null, "not_a_string", 0, "a string is needed, not null"],
    [["x:a"], "not_a_string", 0, "a string is needed, not array"],
    [new URL("x:a"), "not_a_string", 0, "a string is needed, not object"],
    ["", "empty", 0, "nothing is no URI: write one with a scheme, as in asset://project/7"],
    ["x://h/é", "invalid_character", 6, "'é' is not allowed in a URI: write %C3%A9"],
    [
      "x://h/\u{1F600}",
      "invalid_character",
      6,
      "'\u{1F600}' is not allowed in a URI: write %F0%9F%98%80",
    ],
    ["x://h/a b", "invalid_character", 7, "' ' is not allowed in a URI: write %20"],
    ["x://h/\t", "invalid_character", 6, "U+0009 is not allowed in a URI: write %09"],
    ["x://h/\x7F", "invalid_character", 6, "U+007F is not allowed in a URI: write %7F"],
    ["x://h/\u202E", "invalid_character", 6, "U+202E is not allowed in a URI: write %E2%80%AE"],
    [
      "x://h/[",
      "invalid_character",
      6,
      "'[' is not allowed in a URI outside an IP literal: write %5B",
    ],
    ["x:#a#", "invalid_character", 4, "'#' is not allowed in a fragment: write %23"],
    ["x:{a-b}", "invalid_character", 2, "'{' is not allowed in a URI: write %7B"],
    [
      "x:{_a9}",
      "unexpanded_template",
      2,
      "'{_a9}' is a template variable: put a value in its place",
    ],
    ["x:\uD800", "invalid_utf8", 2, "lone surrogate U+D800 has no UTF-8 form: remove it"],
    ["x:\uDC00\uD800", "invalid_utf8", 2, "lone surrogate U+DC00 has no UTF-8 form: remove it"],
    ["x:%C3", "invalid_utf8", 2, "the percent-escaped octets from here are not valid UTF-8"],
    [
      "x:%4",
      "invalid_percent_escape",
      2,
      "'%' must be followed by two hex digits: write %25 for '%' itself",
    ],
    [
      "users/me",
      "not_absolute",
      5,
      "'users/me' is not absolute: start with a scheme and ':', as in asset://project/7",
    ],
    [
      "MCP-Warning:a",
      "reserved_scheme",
      0,
      "the scheme mcp-warning is reserved for warnings made by the gateway: choose another",
    ],
    [
      "x://u@h",
      "credentials",
      4,
      "userinfo is not allowed in a resource URI: remove it, with its '@'",
    ],
    [
      "x://h%2Fa/",
      "invalid_authority",
      5,
      "%2F in a host stands for a delimiter or a control: it is not allowed",
    ],
    ["x://h:a", "invalid_authority", 6, "a port is made of digits"],
    ["x://h:65536", "invalid_authority", 6, "a port is at most 65535"],
    [
      "x://a[",
      "invalid_authority",
      5,
      "brackets are allowed in an authority only around an IP literal",
    ],
    ["x://[::1]a", "invalid_authority", 9, "only ':' and a port may follow the host"],
    [
      "x://[::g]",
      "invalid_authority",
      4,
      "'[' in an authority must enclose an IPv6 or IPvFuture address (RFC 3986 section 3.2.2), without zone id",
    ],
    ["http:a", "invalid_authority", 5, "http URIs need a host: write http://host/"],
    [
      "x:/a/%2e./b",
      "dot_segment",
      5,
      "the path segment '%2e.' is a dot segment: write the path without it",
    ],
  ])("[URI-1] %j is %s at %i", (input, code, offset, message) => {
    expect(faultOf(input)).toEqual({ code, offset, message });
  });

  it("[URI-2] every ASCII character is allowed where RFC 3986 allows it, and nowhere else", () => {
    const allowed = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]/;
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      const fault = faultOf(`x:a${character}41`);
      const expected =
        character === "%" || allowed.test(character) ? undefined : "invalid_character";
      expect([character, fault?.code]).toEqual([character, expected]);
    }
  });

  it("[URI-2] no non-ASCII character is allowed, where Unicode folds it to ASCII or not", () => {
    // KELVIN SIGN and LATIN SMALL LETTER LONG S fold to k and s.
    for (const input of [
      "\u212A:a",
      "\u017F:a",
      "x://\u212A/",
      "x:/\uFF0F",
      "x:\u00A0",
      "x:\u2024",
    ]) {
      expect(faultOf(input)?.code).toBe("invalid_character");
    }
  });

  it("[URI-4] every octet sequence is judged as the Unicode Standard's table 3-7 does", () => {
    for (const [octets, valid] of [
      ["%00", true],
      ["%7F", true],
      ["%80", false],
      ["%BF", false],
      ["%C0%80", false],
      ["%C1%BF", false],
      ["%C2%80", true],
      ["%DF%BF", true],
      ["%C2", false],
      ["%C2%7F", false],
      ["%C2%C0", false],
      ["%E0%9F%BF", false],
      ["%E0%A0%80", true],
      ["%ED%9F%BF", true],
      ["%ED%A0%80", false],
      ["%EE%80%80", true],
      ["%EF%BF%BF", true],
      ["%E2%82", false],
      ["%E2%82%C0", false],
      ["%F0%8F%BF%BF", false],
      ["%F0%90%80%80", true],
      ["%F4%8F%BF%BF", true],
      ["%F4%90%80%80", false],
      ["%F5%80%80%80", false],
      ["%FE", false],
      ["%FF", false],
      ["%E2%82%ac", true],
      ["%C3/%A9", false],
      ["%C3a%A9", false],
    ] as const) {
      for (const place of ["x:", "x:/", "x://h/a?", "x://h/a#"]) {
        expect([octets, faultOf(place + octets)?.code]).toEqual([
          octets,
          valid ? undefined : "invalid_utf8",
        ]);
      }
    }
  });

  it("[URI-5] in a host, escapes of delimiters and controls are refused; others are not", () => {
    for (let octet = 0; octet < 128; octet++) {
      const escape = `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
      const isRefused =
        octet < 0x20 || octet === 0x7f || "@:/?#[]\\".includes(String.fromCharCode(octet));
      const expected = isRefused ? "invalid_authority" : undefined;
      expect([escape, faultOf(`x://h${escape}/`)?.code]).toEqual([escape, expected]);
      expect([escape, faultOf(`x://h${escape.toLowerCase()}`)?.code]).toEqual([escape, expected]);
      // The same in a path is data, but for the dot.
      expect([escape, faultOf(`x://h/a${escape}`)?.code]).toEqual([escape, undefined]);
    }
  });

  it("[URI-7] a dot segment is refused raw and escaped, in every mixture; other dots are not", () => {
    const dots = [".", "%2e", "%2E"];
    const pairs = dots.flatMap((a) => dots.map((b) => a + b));
    for (const segment of [...dots, ...pairs]) {
      for (const [before, after] of [
        ["x://h/", ""],
        ["x://h/", "/a"],
        ["x:/", "?q"],
        ["x:", "#f"],
        ["x:a/", ""],
        ["x:///", ""],
      ] as const) {
        expect([segment, faultOf(before + segment + after)?.code]).toEqual([
          segment,
          "dot_segment",
        ]);
      }
    }
    for (const uri of [
      "x:/HEAD~3..HEAD",
      "x:/a..b",
      "x:/.env",
      "x:/...",
      "x:/..a",
      "x:/a..",
      "x:/%252e",
      "x:/%252e%252e",
      "x:/a?..",
      "x:/a#/../",
      "x://../a",
      "x://h/;.",
    ]) {
      expect([uri, faultOf(uri)]).toEqual([uri, undefined]);
    }
  });

  it("[URI-8] mcp-warning is reserved in any case; schemes that hold it are not", () => {
    expect(faultOf("mcp-warning://read/0")?.code).toBe("reserved_scheme");
    expect(faultOf("mCp-wARNing:")?.code).toBe("reserved_scheme");
    expect(faultOf("mcp-warnings:a")).toBeUndefined();
    expect(faultOf("xmcp-warning:a")).toBeUndefined();
  });

  it("[URI-1] faults are told in the order of the rules", () => {
    const inOrder = [
      ["x".repeat(9000) + "é", "too_long"],
      ["\0mcp-warning://u@[/..", "invalid_character"],
      ["9mcp-warning://u@[::1]:x/..", "not_absolute"],
      ["mcp-warning://u@[::1]:x/..", "reserved_scheme"],
      ["http://u%40@[::1]:x/..", "credentials"],
      ["http://%40:x/..", "invalid_authority"],
      ["http://h/..", "dot_segment"],
    ] as const;
    expect(inOrder.map(([input]) => faultOf(input)?.code)).toEqual(inOrder.map(([, code]) => code));
    // Characters, escapes and UTF-8: whatever comes first.
    expect(faultOf("x:%C3%zz é{a}")).toMatchObject({ code: "invalid_utf8", offset: 2 });
    expect(faultOf("x:%zz%C3 é{a}")).toMatchObject({ code: "invalid_percent_escape", offset: 2 });
    expect(faultOf("x:é%zz%C3{a}")).toMatchObject({ code: "invalid_character", offset: 2 });
    expect(faultOf("x:{a}é%zz%C3")).toMatchObject({ code: "unexpanded_template", offset: 2 });
  });
});
