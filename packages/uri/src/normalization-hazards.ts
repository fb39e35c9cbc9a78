import { ONLY_UNRESERVED } from "./characters.ts";
import { octetAt } from "./percent-encoding.ts";
import { parseResourceUri, type ResourceUri, validateResourceUri } from "./resource-uri.ts";
import { quote } from "./uri-fault.ts";
import { foldScheme } from "./uri-structure.ts";

/** What was rewritten may be longer than what came in. */
const NO_BOUND = { maxBytes: Number.MAX_SAFE_INTEGER };

/** One way in which a URI is rewritten, so that it no longer names what was registered. */
export interface Hazard {
  /** `whatwg-url`: `new URL()`, as browsers, Node and both MCP SDKs have it. `proxy`: a normalization of RFC 3986 §6.2, or one that proxies and frameworks are known for. */
  readonly rewriter: "whatwg-url" | "proxy";
  readonly component: "authority" | "path" | "query" | "fragment" | "uri";
  /** The component (for `proxy`: the part of it) as it is. `undefined`: there is none. */
  readonly from: string | undefined;
  /** What it becomes. `undefined`: the URI is refused. */
  readonly to: string | undefined;
  readonly message: string;
}

/**
 * Tells where `new URL()` would rewrite or refuse a URI. The list is empty exactly when `new URL(uri).href` is the same
 * identity: the scheme folded, all else byte for byte.
 *
 * With `proxies`, also where the normalizations of RFC 3986 §6.2 and the habits of proxies would (escapes decoded, hex in
 * upper case, empty segments merged). A resource whose URI has hazards is served by a gateway that compares bytes, and may
 * be unreachable through anything in front of it.
 *
 * @throws {ResourceUriError} if `uri` is no resource URI.
 * @example
 * normalizationHazards("https://Example.com"); // authority: Example.com → example.com; path: "" → "/"
 */
export function normalizationHazards(
  uri: string | ResourceUri,
  options?: { readonly proxies?: boolean | undefined },
): readonly Hazard[] {
  const before = parseResourceUri(typeof uri === "string" ? uri : uri.href, NO_BOUND);
  const hazards = whatwgHazards(before);
  return options?.proxies === true ? [...hazards, ...proxyHazards(before)] : hazards;
}

const COMPONENTS = ["authority", "path", "query", "fragment"] as const;

/** The rewriter itself is asked: no model of it could be as right. */
function whatwgHazards(before: ResourceUri): Hazard[] {
  const href = rewrittenByUrl(before.href);
  if (href === undefined) {
    const message = `new URL() refuses ${quote(before.href)}`;
    return [
      { rewriter: "whatwg-url", component: "uri", from: before.href, to: undefined, message },
    ];
  }
  if (href === foldScheme(before.href)) return [];
  const verdict = validateResourceUri(href, NO_BOUND);
  const hazards = COMPONENTS.flatMap((component) => {
    if (!verdict.ok) return [];
    const from = before[component];
    const to = verdict.uri[component];
    return from === to ? [] : [hazard("whatwg-url", component, from, to)];
  });
  return hazards.length > 0 ? hazards : [hazard("whatwg-url", "uri", before.href, href)];
}

function rewrittenByUrl(uri: string): string | undefined {
  try {
    return new URL(uri).href;
  } catch {
    return undefined;
  }
}

/** RFC 3986 §6.2.2 and §6.2.3, and two habits beyond them: the first place of each. */
function proxyHazards(uri: ResourceUri): Hazard[] {
  const { authority, path } = uri;
  const hazards: Hazard[] = [];
  if (authority !== undefined && authority !== authority.toLowerCase()) {
    hazards.push(hazard("proxy", "authority", authority, authority.toLowerCase()));
  }
  if (authority !== undefined && path === "") hazards.push(hazard("proxy", "path", "", "/"));
  const empty = /\/\/+/.exec(path)?.[0];
  if (empty !== undefined) hazards.push(hazard("proxy", "path", empty, "/"));
  return [
    ...hazards,
    ...COMPONENTS.flatMap((component) => escapeHazards(component, uri[component] ?? "")),
  ];
}

function escapeHazards(component: Hazard["component"], text: string): Hazard[] {
  const escapes = [...new Set(text.match(/%[0-9A-Fa-f]{2}/g))];
  const lower = escapes.find((escape) => escape !== escape.toUpperCase());
  const decoded = escapes.find((escape) => /%(?:2[Ff]|5[Cc])/.test(escape) || isUnreserved(escape));
  return [
    ...(lower === undefined ? [] : [hazard("proxy", component, lower, lower.toUpperCase())]),
    ...(decoded === undefined
      ? []
      : [hazard("proxy", component, decoded, decodeURIComponent(decoded))]),
  ];
}

function isUnreserved(escape: string): boolean {
  const octet = octetAt(escape, 0);
  return octet < 0x80 && ONLY_UNRESERVED.test(String.fromCharCode(octet));
}

function hazard(
  rewriter: Hazard["rewriter"],
  component: Hazard["component"],
  from: string | undefined,
  to: string | undefined,
): Hazard {
  const who = rewriter === "proxy" ? "a proxy may rewrite" : "new URL() rewrites";
  return {
    rewriter,
    component,
    from,
    to,
    message: `${who} the ${component}: ${shown(from)} becomes ${shown(to)}`,
  };
}

function shown(text: string | undefined): string {
  return text === undefined ? "none" : quote(text);
}
