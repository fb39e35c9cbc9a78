import { hostOf, isLoopback } from "./loopback.ts";

/** Which names this server answers to, and which web pages may call it; lower case, without ports. */
export interface AllowedCallers {
  readonly hosts?: readonly string[] | undefined;
  readonly origins?: readonly string[] | undefined;
}

/**
 * Refuses a request that a web page elsewhere could have made (DNS rebinding): its `Host` must be a loopback name or
 * one of `hosts`, its `Origin`, where a browser sent one, likewise. Returns what is wrong, or `undefined`.
 */
export function refuseForeign(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  allowed: AllowedCallers,
): string | undefined {
  const host = hostOf(headers.host);
  if (host === undefined || !(isLoopback(host) || (allowed.hosts ?? []).includes(host)))
    return "Host not allowed";
  if (headers.origin === undefined) return undefined;
  const origin = originHost(headers.origin);
  if (origin === undefined || !(isLoopback(origin) || (allowed.origins ?? []).includes(origin)))
    return "Origin not allowed";
  return undefined;
}

function originHost(origin: string): string | undefined {
  const match = /^https?:\/\/(.+)$/i.exec(origin);
  return match === null ? undefined : hostOf(match[1]);
}
