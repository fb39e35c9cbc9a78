import {
  type DefinitionFields,
  resource,
  type ResourceBinding,
  textPayload,
} from "@org/resources-core";
import { readTextFile } from "./read-text-file.ts";
import { isUiUri, toUiMeta, UI_MIME_TYPE, type UiPresentation } from "./ui-meta.ts";

/** What `uiResource` takes: an HTML document or the file that holds it, and how a host shows it. */
export type UiResourceOptions = Omit<Partial<DefinitionFields>, "mimeType" | "_meta"> &
  UiPresentation & {
    /** Starts with `ui://`. */
    readonly uri: string;
    /** What a policy knows the app's target by, as for any resource (TGT-1). */
    readonly authorizationData?: unknown;
  } & (
    | { readonly html: string; readonly file?: undefined }
    /** An absolute path or a `file:` URL, read once, now. Where there is no file system: TypeError. */
    | { readonly file: string | URL; readonly html?: undefined }
  );

/**
 * Makes an MCP App a resource: a binding for its `ui://` URI, with the MIME type and the `_meta.ui` that hosts look
 * for, on the entry in the list and on the content (APP-1). `name` is the URI unless given.
 *
 * @throws TypeError for a URI that is not `ui://`, for both or neither of `html` and `file`, for a file that cannot be
 * read as UTF-8, and for what hosts would not understand in `csp`, `permissions`, `domain` or `prefersBorder`.
 * @example
 * const gallery = uiResource({
 *   uri: "ui://assets/gallery.html",
 *   title: "Gallery",
 *   file: new URL("./gallery.html", import.meta.url),
 *   csp: { resourceDomains: ["https://cdn.example"] },
 * });
 */
export function uiResource(options: UiResourceOptions): ResourceBinding {
  const { uri, html, file, csp, permissions, domain, prefersBorder, ...definition } = options;
  if (!isUiUri(uri)) throw new TypeError(`A UI resource's URI starts with ui://, unlike ${uri}`);
  const body = html ?? (file === undefined ? undefined : readTextFile(file));
  if (typeof body !== "string" || (html !== undefined && file !== undefined)) {
    throw new TypeError(`${uri}: a UI resource has either html or file.`);
  }
  const meta = { ui: toUiMeta(uri, { csp, permissions, domain, prefersBorder }) };
  return resource(
    { name: uri, ...definition, uri, mimeType: UI_MIME_TYPE, _meta: meta },
    textPayload(body, UI_MIME_TYPE, { _meta: meta }),
  );
}
