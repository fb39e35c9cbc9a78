import { readFileSync } from "node:fs";
import type { ResourceBinding } from "@org/resources-core";
import { uiResource } from "@org/resources-sdk-adapter/mcp-apps";
import type { Subject } from "../access/subject.ts";
import { PREVIEW_PAGE_URI } from "./addresses.ts";

/** Made by the build (`make-preview-page.ts`), for sources and build alike. */
const PAGE = new URL("../../dist/preview.html", import.meta.url);

/**
 * The page that shows a project's bundle as a gallery: an MCP App, the same for everybody. It holds no data: what it shows
 * is read by the client that shows it, with its user's rights.
 */
export function previewPage(): ResourceBinding {
  const subject: Subject = { kind: "guide" };
  return uiResource({
    uri: PREVIEW_PAGE_URI,
    name: "preview-page",
    title: "Project preview",
    description: "An app that shows a project as a gallery, and says what is missing of it.",
    html: pageHtml(),
    // Nothing is loaded and nobody is called: all there is stands in the page itself, and pictures are decoded from bytes.
    csp: {},
    prefersBorder: true,
    authorizationData: subject,
  });
}

function pageHtml(): string {
  try {
    return readFileSync(PAGE, "utf8");
  } catch (cause) {
    throw new Error("dist/preview.html is missing: npm run build makes it", { cause });
  }
}
