import type { ResourceBinding } from "@org/resources-core";
import { createResourceSelector } from "@org/resources-uri";
import { isObject } from "../json-shape.ts";
import { isUiUri } from "./ui-meta.ts";

/** The `_meta` of a tool that is shown by an app. */
export interface ToolUiMeta {
  readonly [key: string]: unknown;
  readonly ui: { readonly resourceUri: string };
}

/**
 * Links a tool to the app that shows it: the tool's `_meta` (APP-1). Add to `ui` what else a host should know of the
 * tool, such as `visibility: ["app"]`.
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
 * Makes sure at start-up that every tool's link leads to a registered UI resource (APP-1): `_meta.ui.resourceUri`, and
 * `_meta["ui/resourceUri"]`, which earlier versions of MCP Apps had and hosts still follow.
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
    for (const link of linksIn(_meta)) {
      const leads = typeof link === "string" && isUiUri(link) && selects(selector, link);
      if (!leads) dangling.push(`${name} → ${typeof link === "string" ? link : typeof link}`);
    }
  }
  if (dangling.length > 0) {
    throw new TypeError(`No UI resource is registered for the link of: ${dangling.join(", ")}`);
  }
}

/** Whatever stands where a link stands; the same link in both places is one. */
function linksIn(meta: unknown): ReadonlySet<unknown> {
  const links = new Set<unknown>();
  if (!isObject(meta)) return links;
  const { ui, "ui/resourceUri": earlier } = meta;
  if (isObject(ui)) links.add(ui["resourceUri"]);
  links.add(earlier);
  links.delete(undefined);
  return links;
}

/** A URI that two templates match, or whose capture is refused, is not readable either. */
function selects(selector: { select: (uri: string) => unknown }, uri: string): boolean {
  try {
    return selector.select(uri) !== undefined;
  } catch {
    return false;
  }
}
