import { parseResourceTemplate } from "@org/resources-uri";

/** Every address of this server, in one place. */
export const GUIDE_URI = "docs://assets-server/guide";

export const PREVIEW = parseResourceTemplate("bundle://projects/{project}/preview");

export const ASSET_PARTS = {
  original: parseResourceTemplate("asset://projects/{project}/{asset}/original"),
  thumbnail: parseResourceTemplate("asset://projects/{project}/{asset}/thumbnail"),
  metadata: parseResourceTemplate("asset://projects/{project}/{asset}/metadata"),
} as const;
