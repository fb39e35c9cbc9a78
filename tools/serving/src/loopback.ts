import { isIP } from "node:net";

/** Tells whether a host name or address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (bare.toLowerCase() === "localhost") return true;
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1";
}

/** The host part of a `Host` header's value, without its port; `undefined` where there is none to be sure of. */
export function hostOf(header: string | undefined): string | undefined {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{0,5})?$/.exec(header ?? "");
  return match?.[1]?.toLowerCase();
}
