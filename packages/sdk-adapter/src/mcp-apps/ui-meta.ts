import type { JsonObject } from "@org/resources-core";
import { isRecord } from "../json-shape.ts";

/** Which origins an app may reach; whatever is left out is denied by the host's policy. */
export interface UiCsp {
  /** `fetch`, XHR, WebSocket. */
  readonly connectDomains?: readonly string[] | undefined;
  /** Scripts, styles, images, fonts, media. */
  readonly resourceDomains?: readonly string[] | undefined;
  /** Nested frames. */
  readonly frameDomains?: readonly string[] | undefined;
  /** The document's base URI. */
  readonly baseUriDomains?: readonly string[] | undefined;
}

/** Nothing: how MCP Apps writes "asked for". */
export type Asked = Readonly<Record<string, never>>;

/** What an app asks its host for, each as `{}`. */
export interface UiPermissions {
  readonly camera?: Asked | undefined;
  readonly microphone?: Asked | undefined;
  readonly geolocation?: Asked | undefined;
  readonly clipboardWrite?: Asked | undefined;
}

/** How a host shows an app: what `_meta.ui` of a UI resource holds. */
export interface UiPresentation {
  readonly csp?: UiCsp | undefined;
  readonly permissions?: UiPermissions | undefined;
  /** A dedicated origin for the app's sandbox; its form is the host's. */
  readonly domain?: string | undefined;
  readonly prefersBorder?: boolean | undefined;
}

/** The MIME type of an MCP App. */
export const UI_MIME_TYPE = "text/html;profile=mcp-app";
/** The extension's identifier: declare it by the `extensions` option of `attachResources`. */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";

/** Whether a URI is an app's: they all start with `ui://`. */
export function isUiUri(uri: string): boolean {
  return uri.startsWith("ui://");
}

const ORIGIN_LISTS: ReadonlySet<string> = new Set<keyof UiCsp>([
  "connectDomains",
  "resourceDomains",
  "frameDomains",
  "baseUriDomains",
]);
const PERMISSIONS: ReadonlySet<string> = new Set<keyof UiPermissions>([
  "camera",
  "microphone",
  "geolocation",
  "clipboardWrite",
]);

/**
 * Makes `_meta.ui` of what there is. A host drops what it does not know, and all of it for one wrong value: the author is
 * told now, not by an app that cannot reach its server.
 */
export function toUiMeta(uri: string, presentation: UiPresentation): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(presentation));
  if (!isJsonObject(json)) return {};
  const { csp, permissions, domain, prefersBorder } = json;
  if (csp !== undefined && !isEachOf(csp, ORIGIN_LISTS, isListOfStrings)) {
    throw wrong(uri, `csp has ${[...ORIGIN_LISTS].join(", ")}, each a list of origins`);
  }
  if (permissions !== undefined && !isEachOf(permissions, PERMISSIONS, isAsked)) {
    throw wrong(
      uri,
      `permissions has ${[...PERMISSIONS].join(", ")}, each {} where it is asked for`,
    );
  }
  if (domain !== undefined && typeof domain !== "string") throw wrong(uri, "domain is a string");
  if (prefersBorder !== undefined && typeof prefersBorder !== "boolean") {
    throw wrong(uri, "prefersBorder is true or false");
  }
  return json;
}

function wrong(uri: string, rule: string): TypeError {
  return new TypeError(`${uri}: ${rule}.`);
}

function isEachOf(
  value: unknown,
  names: ReadonlySet<string>,
  fits: (member: unknown) => boolean,
): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, member]) => names.has(name) && fits(member))
  );
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === "string");
}

function isAsked(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/** What `JSON.parse` made an object of. */
function isJsonObject(json: unknown): json is JsonObject {
  return isRecord(json);
}
