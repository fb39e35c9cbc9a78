import { isWarningContents } from "@org/resources-reporting";
import { aboutText, type Block } from "./about-text.ts";
import { itemName } from "./item-name.ts";
import { missingFrom, type Completeness, type Missing } from "./missing.ts";
import { pictureOf, type DrawnPicture } from "./picture.ts";
import { printableLine, printableText } from "./printable.ts";

/** One item as the gallery shows it. */
export interface Tile {
  readonly name: string;
  /** What it is, in a word or two. */
  readonly kind: string;
  readonly picture?: DrawnPicture;
  /** The beginning of a text, as text, whatever it says it is. */
  readonly excerpt?: string;
  /** Why there is neither. */
  readonly note?: string;
}

/** A bundle as a page shows it. */
export interface BundleView {
  readonly title: string;
  readonly about: readonly Block[];
  readonly tiles: readonly Tile[];
  /** Items that are in the bundle, but too many for one page. */
  readonly tilesOmitted: number;
  readonly completeness: Completeness;
  readonly missing: Missing | undefined;
}

const MAX_TILES = 300;
const MAX_EXCERPT = 600;

/**
 * Makes what is shown of a bundle: `requested` is its URI, whose own item is the about text; `project` the name to fall
 * back on. Takes whatever a server sent and never throws: what is no item is shown as one that cannot be.
 */
export function bundleView(
  result: { readonly contents: readonly unknown[]; readonly [key: string]: unknown },
  { requested, project }: { readonly requested: string; readonly project: string },
): BundleView {
  const items = result.contents.filter((contents) => !isWarningContents(contents));
  const aboutIndex = items.findIndex((item) => isAbout(item, requested));
  const { text } = fields(items[aboutIndex]);
  const { title, blocks } = aboutText(typeof text === "string" ? text : "");
  const others = items.filter((_, index) => index !== aboutIndex);
  return {
    title: printableLine(title ?? project, 120).trim() || "Project",
    about: blocks,
    tiles: others.slice(0, MAX_TILES).map(tileOf),
    tilesOmitted: Math.max(0, others.length - MAX_TILES),
    ...missingFrom(result, result.contents),
  };
}

function isAbout(item: unknown, requested: string): boolean {
  const { uri, text } = fields(item);
  return uri === requested && typeof text === "string";
}

function tileOf(item: unknown): Tile {
  const { uri, mimeType, text, blob } = fields(item);
  const type = typeof mimeType === "string" ? essence(mimeType) : "";
  const named = { name: itemName(uri), kind: kindOf(type) };
  if (typeof text === "string") {
    const excerpt = printableText(text, MAX_EXCERPT).trim();
    return excerpt === "" ? { ...named, note: "This text is empty." } : { ...named, excerpt };
  }
  if (typeof blob !== "string") return { ...named, note: "Its content is not shown in this app." };
  const picture = pictureOf(type, blob);
  if (!("refused" in picture)) return { ...named, picture };
  return { ...named, note: REFUSED[picture.refused] };
}

const REFUSED = {
  type: "This kind of file has no preview.",
  content: "Not shown: what is in it is not what its type says.",
  size: "Not shown: it is too large for a preview.",
} as const;

/** A MIME type without its parameters, in lower case. */
function essence(mimeType: string): string {
  const [type = ""] = mimeType.slice(0, 256).split(";", 1);
  return type.trim().toLowerCase();
}

function kindOf(type: string): string {
  const known = KINDS.get(type);
  if (known !== undefined) return known;
  const family = FAMILIES.get(type.split("/", 1)[0] ?? "");
  if (family !== undefined) return family;
  return /[+/](?:json|xml)$/.test(type) ? "Data" : "File";
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["image/svg+xml", "Drawing (SVG)"],
  ["text/html", "Web page"],
  ["application/xhtml+xml", "Web page"],
  ["text/csv", "Table"],
  ["application/pdf", "PDF document"],
  ["application/zip", "Archive"],
]);
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["image", "Picture"],
  ["text", "Text"],
  ["audio", "Sound"],
  ["video", "Film"],
  ["font", "Font"],
]);

interface Fields {
  readonly uri?: unknown;
  readonly mimeType?: unknown;
  readonly text?: unknown;
  readonly blob?: unknown;
}

function fields(item: unknown): Fields {
  return typeof item === "object" && item !== null ? item : {};
}
