import { printableLine } from "./printable.ts";

/** What the last segment of an asset's address says is not its name. */
const PARTS: ReadonlySet<string> = new Set(["thumbnail", "original", "metadata", "preview"]);
const MAX_NAME = 120;

/** The name that a person knows an item by: the segment of its URI that names it, decoded, fit to be shown. */
export function itemName(uri: unknown): string {
  if (typeof uri !== "string" || uri === "") return "Unnamed";
  const [address = ""] = uri.slice(0, 8192).split(/[?#]/, 1);
  const segments = address.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? address;
  const named = PARTS.has(last) ? (segments.at(-2) ?? last) : last;
  const name = printableLine(decoded(named), MAX_NAME).trim();
  return name === "" ? "Unnamed" : name;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
