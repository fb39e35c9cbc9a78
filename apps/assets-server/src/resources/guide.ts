import { resourcesFor, type ResourceBinding } from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import type { Subject } from "../access/subject.ts";
import { ASSET_PARTS, GUIDE_URI, PREVIEW } from "./addresses.ts";

const { resource } = resourcesFor<Principal>();

const EXAMPLE = { project: "earth-and-sky", asset: "earth-by-day.jpg" };

/** For clients that show no templates: what there is and how to ask for it. The same for everybody (it names no item). */
const GUIDE = `# Project assets

Projects hold assets: images, Markdown, JSON, any file. Fill a template's variables in, percent-encoded, and read the URI. What you may not see answers "Resource not found", as if it were not there.

| Read | To get |
| --- | --- |
| \`${PREVIEW.uriTemplate}\` | a project in one read: its about text, then a thumbnail of each asset that you may see |
| \`${ASSET_PARTS.original.uriTemplate}\` | an asset as it was put in |
| \`${ASSET_PARTS.thumbnail.uriTemplate}\` | a small WebP picture of an image; the beginning of a text |
| \`${ASSET_PARTS.metadata.uriTemplate}\` | JSON: type, size, pixels, SHA-256 |

For example, if you have a role in the sample project:

- \`${PREVIEW.expand({ project: EXAMPLE.project })}\`
- \`${ASSET_PARTS.original.expand(EXAMPLE)}\`

A bundle that lacks something says so itself: its first content is then a warning (\`mcp-warning://\`) with a report of what is missing.
`;

export function guideResource(): ResourceBinding<Principal> {
  const subject: Subject = { kind: "guide" };
  return resource(
    {
      uri: GUIDE_URI,
      name: "guide",
      title: "Guide to this server",
      description: "What can be read here, and every URI template with an example.",
      mimeType: "text/markdown",
      authorizationData: subject,
    },
    GUIDE,
  );
}
