/** This server as an OAuth protected resource. */
export interface ProtectedResource {
  /** The MCP endpoint, as clients call it: the resource's identifier. */
  readonly resource: URL;
  readonly issuer: string;
  readonly scopes: readonly string[];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Where a resource's metadata is: the well-known path goes between host and path (RFC 9728 §3.1). */
export function resourceMetadataUrl(resource: URL): URL {
  const path = resource.pathname === "/" ? "" : resource.pathname;
  return new URL(`${WELL_KNOWN}${path}`, resource.origin);
}

/** Answers a request for the metadata (RFC 9728 §2); `undefined` where it asks for something else. */
export function resourceMetadata(
  request: Request,
  { resource, issuer, scopes }: ProtectedResource,
): Response | undefined {
  const { pathname } = new URL(request.url);
  // At the root too: clients look there where they were not told (MCP, authorization server discovery).
  if (pathname !== resourceMetadataUrl(resource).pathname && pathname !== WELL_KNOWN)
    return undefined;
  if (request.method !== "GET")
    return new Response(null, { status: 405, headers: { allow: "GET" } });
  return Response.json({
    resource: resource.href,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  });
}
