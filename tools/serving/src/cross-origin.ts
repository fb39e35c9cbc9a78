import type { IncomingHttpHeaders } from "node:http";

/** What a page may see of an answer beyond its body: why it was refused, and when to try again. */
const EXPOSED = "WWW-Authenticate, Retry-After, Mcp-Session-Id, MCP-Protocol-Version";

/**
 * The headers that let a page of another origin use an answer (CORS), for an origin that the guard has let through.
 * No credentials: a token travels in a header that the page itself sets.
 */
export function crossOriginHeaders({ origin }: IncomingHttpHeaders): Record<string, string> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED,
    vary: "Origin",
  };
}

/**
 * The answer to a preflight, or `undefined` where the request is none. Whatever header the page asks for is permitted:
 * the origin is trusted, and a header that this server does not know does nothing.
 */
export function preflightHeaders(
  method: string | undefined,
  headers: IncomingHttpHeaders,
): Record<string, string> | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined)
    return undefined;
  const asked = headers["access-control-request-headers"];
  return {
    ...crossOriginHeaders(headers),
    "access-control-allow-methods": "GET, POST, DELETE",
    ...(asked !== undefined && /^[\w\-, ]*$/.test(asked)
      ? { "access-control-allow-headers": asked }
      : {}),
    "access-control-max-age": "600",
  };
}
