import { hostOf, isLoopback } from "./loopback.ts";
import { parseUrl } from "./parse-url.ts";

/** Which names this server answers to, and which web pages may call it. */
export interface AllowedCallers {
  /** Host names in lower case, without ports: `docs.example`. */
  readonly hosts?: readonly string[] | undefined;
  /** Origins as a browser spells them: `https://app.example`. */
  readonly origins?: readonly string[] | undefined;
  /** Also pages of this machine, on any port: for a server that only this machine reaches. */
  readonly loopbackOrigins?: boolean | undefined;
}

/** Of a request: what it says of itself, and the address that it arrived at. */
export interface GuardedRequest {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly localAddress?: string | undefined;
}

/**
 * Refuses a request that a web page elsewhere could have made (DNS rebinding). Its `Host` must be one of `hosts`, a
 * loopback name, or the very address it arrived at, which no foreign name can be; its `Origin`, where a browser sent
 * one, must be allowed too. Returns what is wrong, or `undefined`.
 */
export function refuseForeign(
  { host: header, origin, localAddress }: GuardedRequest,
  allowed: AllowedCallers,
): string | undefined {
  const host = hostOf(header);
  if (host === undefined || !isAllowedHost(host, localAddress, allowed)) return "Host not allowed";
  if (origin !== undefined && !isAllowedOrigin(origin, allowed)) return "Origin not allowed";
  return undefined;
}

function isAllowedHost(
  host: string,
  localAddress: string | undefined,
  { hosts = [] }: AllowedCallers,
): boolean {
  if (isLoopback(host) || hosts.includes(host)) return true;
  // Node spells an IPv4 address on a socket of both families as ::ffff:10.0.0.1.
  const own = localAddress?.replace(/^::ffff:(?=[\d.]+$)/, "");
  return own !== undefined && (host === own || host === `[${own}]`);
}

function isAllowedOrigin(
  origin: string,
  { origins = [], loopbackOrigins = false }: AllowedCallers,
): boolean {
  if (origins.includes(origin)) return true;
  const match = /^https?:\/\/(.+)$/i.exec(origin);
  const host = match === null ? undefined : hostOf(match[1]);
  return loopbackOrigins && host !== undefined && isLoopback(host);
}

/** Tells whether a setting's entry is a host name that {@link AllowedCallers} takes. */
export function isHostName(entry: string): boolean {
  return hostOf(entry) === entry;
}

/** Tells whether a setting's entry is an origin, spelt as browsers do. */
export function isOrigin(entry: string): boolean {
  const url = parseUrl(entry);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === entry;
}
