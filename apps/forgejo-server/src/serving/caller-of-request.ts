import { Caller, isToken } from "../upstream/caller.ts";
import type { CallerOf } from "./mcp-server.ts";

/** Carries the caller's own Forgejo token; an API key, apart from whatever authorizes the MCP request. */
export const TOKEN_HEADER = "x-forgejo-token";

/**
 * Knows the caller of an HTTP request by the header alone. Without it: anybody, never this process. With something in it
 * that is no token: nobody, so that a slip in a client's configuration does not silently become anonymous.
 */
export const callerOfRequest: CallerOf = (headers) => {
  const token = headers?.get(TOKEN_HEADER);
  if (token === null || token === undefined) return new Caller();
  return isToken(token) ? new Caller(token) : undefined;
};
