import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { z } from "zod";

/** Where a request really came from, and which address the client called. */
export interface Caller {
  /** The client's IP address: the nearest one that no trusted proxy has. */
  readonly address: string;
  readonly protocol: "http" | "https";
  /** The `Host` that the client named, with its port. */
  readonly host: string | undefined;
}

/** Tells who called. */
export type CallerOf = (incoming: IncomingMessage) => Caller;

/**
 * Makes the function that believes `X-Forwarded-For`, `-Proto` and `-Host` iff the connection itself comes from one of
 * `trusted` (addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`). Of several values of one header the
 * last counts: the nearest proxy wrote it, whatever a client put before it.
 */
export function callersBehind(trusted: readonly string[]): CallerOf {
  const trust = proxyAddr.compile([...trusted]);
  return (incoming) => {
    const { socket, headers } = incoming;
    const direct: Caller = {
      address: socket.remoteAddress ?? "",
      protocol: "http",
      host: headers.host,
    };
    if (trusted.length === 0 || !trust(direct.address, 0)) return direct;
    const protocol = last(headers["x-forwarded-proto"])?.toLowerCase();
    return {
      address: proxyAddr(incoming, trust),
      protocol: protocol === "https" ? "https" : "http",
      host: last(headers["x-forwarded-host"]) ?? headers.host,
    };
  };
}

function last(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header.join(",") : header)?.split(",").at(-1)?.trim();
  return value === "" ? undefined : value;
}

/** Reads a comma-separated list of proxies, for a `Setting`. */
export function proxiesSchema(): z.ZodType<readonly string[]> {
  return listSchema(isProxy, "is not a list of IP addresses or CIDR ranges");
}

/** Reads a comma-separated list whose every entry must hold, for a `Setting`; unset is the empty list. */
export function listSchema(
  holds: (entry: string) => boolean,
  fault: string,
): z.ZodType<readonly string[]> {
  return z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine((entries) => entries.every(holds), fault)
    .default([]);
}

function isProxy(entry: string): boolean {
  try {
    proxyAddr.compile([entry]);
    return entry !== "";
  } catch {
    return false;
  }
}
