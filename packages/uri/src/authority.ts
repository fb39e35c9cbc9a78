import { SUB_DELIMS, UNRESERVED } from "./characters.ts";
import { octetAt } from "./percent-encoding.ts";

// RFC 3986 §3.2.2, rule by rule.
const DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const H16 = "[0-9A-Fa-f]{1,4}";
const LS32 = `(?:${H16}:${H16}|${DEC_OCTET}(?:\\.${DEC_OCTET}){3})`;
const IPV6_ADDRESS = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join("|");
const IPV_FUTURE = `[vV][0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+`;

/** RFC 3986 `IP-literal`, brackets included. No zone ids (RFC 6874 is not taken up: URI-6). */
export const IP_LITERAL: string = `\\[(?:${IPV6_ADDRESS}|${IPV_FUTURE})\\]`;

/** Schemes whose authority must name a host (URI-6). */
export const NEEDS_HOST: ReadonlySet<string> = new Set(["http", "https", "ws", "wss"]);

export interface AuthorityFault {
  readonly code: "credentials" | "invalid_authority";
  readonly offset: number;
  readonly message: string;
}

/** Tells what is wrong with the authority at `start`..`end` of `uri` (URI-5, URI-6); the slow, exact path. */
export function findAuthorityFault(
  uri: string,
  start: number,
  end: number,
): AuthorityFault | undefined {
  const text = uri.slice(start, end);
  if (text.includes("@")) {
    const message = "userinfo is not allowed in a resource URI: remove it, with its '@'";
    return { code: "credentials", offset: start, message };
  }
  const isLiteral = text.startsWith("[");
  const close = isLiteral ? text.indexOf("]") : -1;
  const hostEnd = isLiteral
    ? close + 1 || text.length
    : text.includes(":")
      ? text.indexOf(":")
      : text.length;
  const host = text.slice(0, hostEnd);

  for (let at = host.indexOf("%"); at !== -1; at = host.indexOf("%", at + 3)) {
    const octet = octetAt(host, at);
    if (octet < 0x20 || octet === 0x7f || "@:/?#[]\\".includes(String.fromCharCode(octet))) {
      return fault(
        start + at,
        `${host.slice(at, at + 3)} in a host stands for a delimiter or a control: it is not allowed`,
      );
    }
  }
  if (isLiteral) {
    if (!new RegExp(`^${IP_LITERAL}$`).test(host)) {
      return fault(
        start,
        "'[' in an authority must enclose an IPv6 or IPvFuture address (RFC 3986 section 3.2.2), without zone id",
      );
    }
  } else {
    const bracket = host.search(/[[\]]/);
    if (bracket !== -1)
      return fault(
        start + bracket,
        "brackets are allowed in an authority only around an IP literal",
      );
  }
  return findPortFault(text, hostEnd, start);
}

function findPortFault(
  authority: string,
  hostEnd: number,
  start: number,
): AuthorityFault | undefined {
  if (hostEnd === authority.length) return undefined;
  if (authority[hostEnd] !== ":")
    return fault(start + hostEnd, "only ':' and a port may follow the host");
  const port = authority.slice(hostEnd + 1);
  const wrong = port.search(/[^0-9]/);
  if (wrong !== -1) return fault(start + hostEnd + 1 + wrong, "a port is made of digits");
  if (Number(port) > 65_535) return fault(start + hostEnd + 1, "a port is at most 65535");
  return undefined;
}

function fault(offset: number, message: string): AuthorityFault {
  return { code: "invalid_authority", offset, message };
}
