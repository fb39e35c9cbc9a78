import type { Principal } from "../access/principal.ts";

/** Says who sent an HTTP request; `undefined` is nobody. */
export type Authenticate = (request: Request) => Promise<Principal | undefined>;

/** Knows principals by fixed bearer names. They prove nothing: for loopback only. */
export function bearerNames(
  principals: Iterable<Principal & { readonly token: string }>,
): Authenticate {
  const byToken = new Map(Array.from(principals, ({ token, id, name }) => [token, { id, name }]));
  return async (request) => {
    const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get("authorization") ?? "");
    return match?.[1] === undefined ? undefined : byToken.get(match[1]);
  };
}

/** Refuses a request of nobody (RFC 6750 §3). */
export function unauthorized(request: Request): Response {
  // RFC 6750 §3.1: no error code where no credentials were sent at all.
  const sent = request.headers.has("authorization");
  const challenge = sent
    ? 'Bearer realm="assets-server", error="invalid_token"'
    : 'Bearer realm="assets-server"';
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_001, message: "Unauthorized" }, id: null },
    { status: 401, headers: { "www-authenticate": challenge } },
  );
}
