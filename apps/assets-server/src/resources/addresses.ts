import { parseResourceTemplate } from "@org/resources-uri";

/** Every address of this server, in one place. */
export const GUIDE_URI = "docs://assets-server/guide";

/** The app that shows a preview. */
export const PREVIEW_PAGE_URI = "ui://assets-server/preview.html";

export const PREVIEW = parseResourceTemplate("bundle://projects/{project}/preview");

export const ASSET_PARTS = {
  original: parseResourceTemplate("asset://projects/{project}/{asset}/original"),
  thumbnail: parseResourceTemplate("asset://projects/{project}/{asset}/thumbnail"),
  metadata: parseResourceTemplate("asset://projects/{project}/{asset}/metadata"),
} as const;
