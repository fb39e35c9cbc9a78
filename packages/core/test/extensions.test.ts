import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createResourceGateway } from "../src/gateway.ts";
import { publicPolicy } from "../src/policy/public-policy.ts";
import { resource } from "../src/readers/function-backed.ts";

const src = join(import.meta.dirname, "../src");

describe("core", () => {
  it("[FN-6] names no extension: no scheme, MIME profile, metadata key or product of one", () => {
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(20);
    const extension =
      /ui:\/\/|mcp-apps?\b|profile=|modelcontextprotocol\/ui|\bui\b|forgejo|git(?:hub|lab|ea)/i;
    const found = files.filter((file) => extension.test(readFileSync(join(src, file), "utf8")));
    expect(found).toEqual([]);
  });

  it("[FN-6] treats what belongs to an extension like everything else", async () => {
    const html = "<p>hello</p>";
    const meta = { ui: { prefersBorder: true } };
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: ["ui://app/page", "other://app/page"].map((uri) =>
        resource({ uri, name: "page", mimeType: "text/html;profile=mcp-app", _meta: meta }, html),
      ),
    });
    const [ui, other] = await Promise.all(
      ["ui://app/page", "other://app/page"].map(async (uri) => {
        const { operationId: _, ...bundle } = await gateway.read(uri, { context: {} });
        return JSON.parse(JSON.stringify(bundle).replaceAll(uri, "URI")) as unknown;
      }),
    );
    expect(ui).toEqual(other);
    const { items } = await gateway.list({}, { context: {} });
    expect(items).toMatchObject([
      { uri: "other://app/page", mimeType: "text/html;profile=mcp-app", _meta: meta },
      { uri: "ui://app/page", mimeType: "text/html;profile=mcp-app", _meta: meta },
    ]);
  });
});
