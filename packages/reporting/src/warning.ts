import type { ReadItem } from "./contents.ts";
import { RESOURCE_READ_META_KEY, type ReadReport, reportJson } from "./report.ts";

const WARNING_URI_PREFIX = "mcp-warning://read/";
const WARNING_URI = /^mcp-warning:\/\/read\/[0-9a-f]{32}$/;
const RANDOM_BYTES = 16;
const MARK = Object.freeze({
  [RESOURCE_READ_META_KEY]: Object.freeze({ diagnostic: true, inlineOnly: true }),
});

/**
 * Makes the item that tells a reader of a partial result what is missing (RPT-4).
 *
 * Its text is `Incomplete bundle.`, a newline and the report's JSON; its URI is fresh each time, 51 bytes, and grants
 * nothing: no resource may have its scheme. `random` is asked once, for 16 bytes.
 *
 * @throws TypeError if `random` does not give the bytes it was asked for.
 * @example
 * createWarning(report, (n) => crypto.getRandomValues(new Uint8Array(n)));
 */
export function createWarning(
  report: ReadReport,
  random: (byteLength: number) => Uint8Array,
): ReadItem {
  const bytes = random(RANDOM_BYTES);
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== RANDOM_BYTES) {
    throw new TypeError(`The random source gives ${RANDOM_BYTES} bytes when asked for as many.`);
  }
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return warningNamed(name, report);
}

/** A warning as long as any other for this report: what sizes are taken of before there is a name. */
export function unnamedWarning(report: ReadReport): ReadItem {
  return warningNamed("0".repeat(RANDOM_BYTES * 2), report);
}

function warningNamed(name: string, report: ReadReport): ReadItem {
  return Object.freeze({
    uri: WARNING_URI_PREFIX + name,
    mimeType: "text/plain",
    text: `Incomplete bundle.\n${reportJson(report)}`,
    _meta: MARK,
  });
}

/**
 * Whether an entry of a result's `contents` is the gateway's warning, and not content (RPT-4): it has a warning's URI
 * and carries the mark. Takes anything and never throws.
 */
export function isWarningContents(contents: unknown): boolean {
  try {
    const uri = member(contents, "uri");
    if (typeof uri !== "string" || !WARNING_URI.test(uri)) return false;
    const mark = member(member(contents, "_meta"), RESOURCE_READ_META_KEY);
    return member(mark, "diagnostic") === true && member(mark, "inlineOnly") === true;
  } catch {
    return false;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
