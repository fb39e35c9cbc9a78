import type { ResourceBinding } from "@org/resources-core";
import { createResourceSelector } from "@org/resources-uri";
import { isUiUri } from "./ui-meta.ts";

/** The `_meta` of a tool that is shown by an app. */
export interface ToolUiMeta {
  readonly [key: string]: unknown;
  readonly ui: { readonly resourceUri: string };
}

/**
 * Links a tool to the app that shows it: the tool's `_meta` (APP-1).
 *
 * @throws TypeError for a URI that is not `ui://`.
 * @example
 * server.registerTool("show_preview", { _meta: toolUiMeta("ui://assets/gallery.html") }, showPreview);
 */
export function toolUiMeta(uri: string): ToolUiMeta {
  if (!isUiUri(uri)) throw new TypeError(`A tool links to a ui:// URI, unlike ${uri}`);
  return { ui: { resourceUri: uri } };
}

/** A tool as far as its link is concerned. */
export interface LinkedTool {
  readonly name: string;
  readonly _meta?: unknown;
}

/**
 * Makes sure at start-up that every tool's link leads to a registered UI resource (APP-1).
 *
 * @throws TypeError that lists every link that leads nowhere.
 * @example
 * assertUiLinks([{ name: "show_preview", _meta: toolUiMeta("ui://assets/gallery.html") }], bindings);
 */
export function assertUiLinks(
  tools: Iterable<LinkedTool>,
  bindings: Iterable<ResourceBinding<never>>,
): void {
  const selector = createResourceSelector([...bindings].map(({ definition }) => definition));
  const dangling: string[] = [];
  for (const { name, _meta } of tools) {
    const link = linkIn(_meta);
    if (link === undefined) continue;
    const leads = typeof link === "string" && isUiUri(link) && selects(selector, link);
    if (!leads) dangling.push(`${name} → ${typeof link === "string" ? link : typeof link}`);
  }
  if (dangling.length > 0) {
    throw new TypeError(`No UI resource is registered for the link of: ${dangling.join(", ")}`);
  }
}

/** Whatever stands where a link stands. */
function linkIn(meta: unknown): unknown {
  if (!isObject(meta) || !isObject(meta["ui"])) return undefined;
  return meta["ui"]["resourceUri"];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A URI that two templates match, or whose capture is refused, is not readable either. */
function selects(selector: { select: (uri: string) => unknown }, uri: string): boolean {
  try {
    return selector.select(uri) !== undefined;
  } catch {
    return false;
  }
}
