import type { Principal } from "../access/principal.ts";
import { bearerToken, type Authenticate } from "./authenticate.ts";

/** Knows principals by fixed bearer names. They prove nothing: for a demo that its own process talks to. */
export function bearerNames(
  principals: Iterable<Principal & { readonly token: string }>,
): Authenticate {
  const byToken = new Map(Array.from(principals, ({ token, id, name }) => [token, { id, name }]));
  return async (request) => {
    const token = bearerToken(request);
    const principal = token === undefined ? undefined : byToken.get(token);
    if (principal !== undefined) return { outcome: "known", principal };
    return request.headers.has("authorization")
      ? { outcome: "invalid", fault: "The name is not known" }
      : { outcome: "missing" };
  };
}
