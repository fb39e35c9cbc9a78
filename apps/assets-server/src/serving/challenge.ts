import type { Authentication } from "./authenticate.ts";

/** What a refused client is told to do about it. */
export interface ChallengeHints {
  /** The scopes to ask the authorization server for. */
  readonly scopes: readonly string[];
  /** Where this resource says which authorization servers it believes (RFC 9728 §5.1). */
  readonly resourceMetadata?: URL | undefined;
}

/** Tokens live minutes, and an issuer that is away is mostly back in seconds. */
const RETRY_AFTER_SECONDS = "10";

/** Answers a request of nobody: 401 or 403 with a challenge (RFC 6750 §3), or 503 where nobody can be known now. */
export function refusal(
  authentication: Exclude<Authentication, { readonly outcome: "known" }>,
  hints: ChallengeHints,
): Response {
  switch (authentication.outcome) {
    case "missing":
      // RFC 6750 §3.1: no error code where no credentials were sent at all.
      return respond(401, "Unauthorized", challenge({}, hints));
    case "invalid":
      return respond(
        401,
        "Unauthorized",
        challenge({ error: "invalid_token", error_description: authentication.fault }, hints),
      );
    case "insufficient":
      return respond(403, "Forbidden", challenge({ error: "insufficient_scope" }, hints));
    case "unavailable":
    default:
      return respond(503, "Tokens cannot be checked now", { "retry-after": RETRY_AFTER_SECONDS });
  }
}

function challenge(
  parameters: Record<string, string>,
  { scopes, resourceMetadata }: ChallengeHints,
): Record<string, string> {
  const all = {
    realm: "assets-server",
    ...parameters,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(resourceMetadata && { resource_metadata: resourceMetadata.href }),
  };
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return { "www-authenticate": `Bearer ${text.join(", ")}` };
}

function respond(status: number, message: string, headers: Record<string, string>): Response {
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_001, message }, id: null },
    { status, headers: { ...headers, "cache-control": "no-store" } },
  );
}
