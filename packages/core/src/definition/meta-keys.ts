import { RESOURCE_READ_META_KEY } from "@org/resources-reporting";
import type { JsonObject } from "./definition.ts";

/** A label starts with a letter, ends with a letter or digit, and holds letters, digits and hyphens. */
const PREFIX =
  /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
/** A name starts and ends with a letter or digit; hyphens, underscores and dots may stand between. */
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
/** The protocol owns these second labels, whatever stands around them. */
const RESERVED_LABELS: ReadonlySet<string> = new Set(["mcp", "modelcontextprotocol"]);
/** The protocol gives these bare names a meaning of its own. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "progressToken",
  "traceparent",
  "tracestate",
  "baggage",
]);
/** A longer key is no key: the expressions above stay cheap. */
const MAX_KEY_LENGTH = 512;

/**
 * Says what is wrong with one `_meta` key, or nothing (DEF-1): the protocol's grammar for prefix and name, its reserved
 * prefixes and names, and the key under which a gateway puts its own report.
 */
export function metaKeyFault(key: string): string | undefined {
  if (key === RESOURCE_READ_META_KEY) return "is reserved for the gateway's own report";
  if (RESERVED_NAMES.has(key)) return "is reserved by the protocol";
  if (key.length > MAX_KEY_LENGTH) return `is longer than ${MAX_KEY_LENGTH} characters`;
  const slash = key.indexOf("/");
  const name = key.slice(slash + 1);
  if (slash !== -1) {
    const prefix = key.slice(0, slash);
    if (!PREFIX.test(prefix)) return "has a prefix that is no dotted list of labels";
    if (RESERVED_LABELS.has(prefix.split(".")[1]?.toLowerCase() ?? "")) {
      return "has a prefix that is reserved by the protocol";
    }
  }
  if (!NAME.test(name) || key === "") return "is no valid key name";
  return undefined;
}

/** Throws a `TypeError` naming the first `_meta` key that breaks the protocol's rules or is reserved (DEF-1). */
export function assertMetaKeys(meta: JsonObject, name: string): void {
  for (const key of Object.keys(meta)) {
    const fault = metaKeyFault(key);
    if (fault !== undefined) {
      const shown = key.length > 80 ? `${key.slice(0, 80)}…` : key;
      throw new TypeError(`${name}: the key ${JSON.stringify(shown)} ${fault}`);
    }
  }
}
