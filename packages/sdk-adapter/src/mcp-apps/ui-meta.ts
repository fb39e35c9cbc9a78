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
