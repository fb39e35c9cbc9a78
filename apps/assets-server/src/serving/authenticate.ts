import type { Principal } from "../access/principal.ts";

/** Says who sent an HTTP request. */
export type Authenticate = (request: Request) => Promise<Authentication>;

/** Who it is, or why nobody is let in. */
export type Authentication =
  | { readonly outcome: "known"; readonly principal: Principal }
  /** No credentials at all. */
  | { readonly outcome: "missing" }
  /** `fault` is one of this program's own sentences, fit for the caller. */
  | { readonly outcome: "invalid"; readonly fault: string }
  /** Known, but the token does not permit this server. */
  | { readonly outcome: "insufficient" }
  /** The keys to check with cannot be had now. */
  | { readonly outcome: "unavailable"; readonly cause: unknown };

/** The bearer token of a request (RFC 6750 §2.1: the header alone, never a query), `undefined` where there is none. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
