// The tags `@example` and `@remedy` are what tools/docs/errors-uri.ts makes docs/errors-uri.md of.

/**
 * Why a string is no resource URI.
 *
 * Verdicts are given in this order (URI-1): `too_long`, `not_a_string`, `empty`; then the first fault of characters,
 * escapes and UTF-8 by offset; then `not_absolute`, `reserved_scheme`, `credentials`, `invalid_authority`, `dot_segment`.
 */
export type UriErrorCode =
  /**
   * The input takes more bytes than `maxBytes`. This is judged first, on the raw input (URI-9).
   * @example "asset://project/7" maxBytes 10
   * @remedy Shorten the URI, or raise `maxBytes` where the URI comes from somebody you trust.
   */
  | "too_long"
  /**
   * The input is no string. Nothing is converted: a `URL` object has been normalized already.
   * @example 7
   * @remedy Pass the string that came in, as it came in.
   */
  | "not_a_string"
  /**
   * The input is the empty string.
   * @example ""
   * @remedy Write a URI with a scheme.
   */
  | "empty"
  /**
   * A character that RFC 3986 does not allow there: blanks, controls, non-ASCII, `"<>\^{|}` and backtick anywhere, brackets outside an IP literal, a second `#` (URI-2).
   * @example "docs://wiki/Größe"
   * @example "docs://wiki/a b"
   * @example "http://good.com\\@evil.com/"
   * @remedy Percent-encode it as the message says. `encodeIri` does so for everything but `%`, braces, brackets and controls. Where a backslash was meant to separate segments, write `/`.
   */
  | "invalid_character"
  /**
   * A template variable in braces was left in the URI (URI-3): clients really send it.
   * @example "repo://acme/{name}/issues"
   * @remedy Expand the template before reading. A server can answer with the names of the variables.
   */
  | "unexpanded_template"
  /**
   * Percent-escaped octets are not valid UTF-8 (overlong, surrogate or truncated forms), or the string itself holds half of a surrogate pair (URI-4).
   * @example "docs://wiki/%C3"
   * @example "docs://wiki/%C0%AE"
   * @remedy Encode text as UTF-8 before percent-encoding, as `encodeURIComponent` does. Encode binary as base64url.
   */
  | "invalid_utf8"
  /**
   * `%` is not followed by two hex digits (URI-4).
   * @example "docs://wiki/100%"
   * @remedy Write `%25` for the character itself.
   */
  | "invalid_percent_escape"
  /**
   * The input does not start with a scheme and a colon (URI-1).
   * @example "users/me"
   * @example "//host/path"
   * @remedy Write the whole URI. A resource URI is never resolved against another.
   */
  | "not_absolute"
  /**
   * The scheme is `mcp-warning`, in any case: it marks warnings that a gateway adds to a result (URI-8).
   * @example "mcp-warning://read/1"
   * @remedy Choose another scheme.
   */
  | "reserved_scheme"
  /**
   * The authority has a userinfo part, even an empty one (URI-5): what stands before `@` is easily taken for the host.
   * @example "https://github.com@evil.example/"
   * @remedy Remove it, and pass credentials outside of URIs.
   */
  | "credentials"
  /**
   * The authority is not one of RFC 3986 section 3.2: a malformed IP literal, a port that is no number up to 65535, an escaped delimiter or control in the host; or `http`, `https`, `ws` or `wss` without a host (URI-5, URI-6).
   * @example "asset://host:80a/x"
   * @example "https:///path"
   * @example "asset://host%2Fpath/"
   * @remedy Correct the part that the message names. A scheme of your own may leave the host empty: `asset:///x`.
   */
  | "invalid_authority"
  /**
   * A path segment is `.` or `..`, raw or escaped in any mixture (URI-7): what comes after would be somewhere else for others. `..` inside a segment is fine.
   * @example "asset://project/../secret"
   * @example "asset://project/%2e%2E/secret"
   * @remedy Write the path without it.
   */
  | "dot_segment";

/** Why a string is no resource template, or why values cannot be expanded into it: its own faults, and those of its literal text. */
export type TemplateErrorCode =
  | UriErrorCode
  /**
   * There is no variable in it (TPL-1).
   * @example "asset://project/7"
   * @remedy Register it as a URI.
   */
  | "no_variable"
  /**
   * A brace has no partner, or braces stand in braces (TPL-2).
   * @example "asset://project/{id"
   * @remedy Write each variable as `{name}`. A literal brace is written `%7B` or `%7D`.
   */
  | "unbalanced_brace"
  /**
   * An operator of RFC 6570 (`+ # . / ; ? &`, or one held in reserve) stands in front of the name (TPL-2).
   * @example "asset://project/{+path}"
   * @example "asset://search{?q}"
   * @remedy Use one `{name}` for each path segment; make segments of what a query would hold.
   */
  | "unsupported_operator"
  /**
   * Braces hold a list of names (TPL-2).
   * @example "asset://project/{id,format}"
   * @remedy Give each name a segment of its own.
   */
  | "variable_list"
  /**
   * A name is followed by `*` (TPL-2).
   * @example "asset://project/{ids*}"
   * @remedy Write `{name}`; a value is one string.
   */
  | "explode_modifier"
  /**
   * A name is followed by a colon and a length (TPL-2).
   * @example "asset://project/{id:3}"
   * @remedy Write `{name}`, and cut the value before expanding.
   */
  | "prefix_modifier"
  /**
   * A name is not made of letters, digits and `_`, or starts with a digit (TPL-1).
   * @example "asset://project/{customer-id}"
   * @remedy Rename it, to `{customer_id}` for example.
   */
  | "invalid_name"
  /**
   * A name stands in the template twice (TPL-2).
   * @example "asset://project/{id}/{id}"
   * @remedy Give each variable a name of its own.
   */
  | "repeated_name"
  /**
   * A variable stands in the scheme (TPL-2).
   * @example "{scheme}://project/{id}"
   * @remedy Register one template for each scheme.
   */
  | "variable_in_scheme"
  /**
   * A variable stands in the authority (TPL-2).
   * @example "asset://{project}/{id}"
   * @remedy Move it into the path: `asset://host/{project}/{id}`, or `asset:///{project}/{id}` without a host.
   */
  | "variable_in_authority"
  /**
   * A variable stands in the query (TPL-2).
   * @example "asset://project/search?q={q}"
   * @remedy Move it into the path.
   */
  | "variable_in_query"
  /**
   * A variable stands in the fragment (TPL-2).
   * @example "asset://project/{id}#{line}"
   * @remedy Move it into the path.
   */
  | "variable_in_fragment"
  /**
   * A variable is only a part of a path segment (TPL-2).
   * @example "asset://project/{id}.txt"
   * @example "asset://project/{x}{y}"
   * @remedy Make it the whole segment: `asset://project/{file}`, where the value holds the ending.
   */
  | "partial_segment"
  /**
   * `expand` was given no value for a variable (TPL-5).
   * @example "asset://project/{id}" with {}
   * @remedy Pass a string for each name.
   */
  | "missing_value"
  /**
   * `expand` was given a value for a variable that the template does not have (TPL-5).
   * @example "asset://project/{id}" with { "id": "7", "size": "large" }
   * @remedy Remove it.
   */
  | "unknown_variable"
  /**
   * `expand` was given a value that `match` would not give back (TPL-5): no string, empty, `.`, `..`, with `/`, `\` or NUL in it, or half of a surrogate pair.
   * @example "asset://project/{id}" with { "id": "a/b" }
   * @remedy Check values before expanding. Encode a path or binary data yourself, as base64url for example.
   */
  | "invalid_value";
