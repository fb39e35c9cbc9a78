import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const dist = new URL("../../dist/", import.meta.url);
const page = readFileSync(new URL("preview.html", dist), "utf8");

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}
const { outputs } = JSON.parse(
  readFileSync(new URL("preview.meta.json", dist), "utf8"),
) as Metafile;

/** The MCP Apps library and all that it brings; nothing else comes from outside. */
const LIBRARY =
  /\/node_modules\/(?:@modelcontextprotocol\/(?:ext-apps|client|core)|zod|pkce-challenge|@standard-schema\/spec)\//;

describe("the preview page as it is built", () => {
  it("is within 200 KiB beside the MCP Apps library, and that within 450 KiB", () => {
    const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
    const library = inputs.filter(([path]) => LIBRARY.test(path));
    const libraryBytes = library.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    const ownBytes = Buffer.byteLength(page) - libraryBytes;
    expect(libraryBytes).toBeGreaterThan(100 * 1024);
    expect(libraryBytes).toBeLessThan(450 * 1024);
    expect(ownBytes).toBeLessThan(200 * 1024);
    const foreign = inputs.filter(([path]) => path.includes("node_modules") && !LIBRARY.test(path));
    expect(foreign.map(([path]) => path)).toEqual([]);
  });

  it("is one file: its policy allows its one script and its one style", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
      page.replaceAll("\n", " "),
    )?.[1];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    const markup = page
      .replace(/<script[\s\S]*<\/script>/, "")
      .replace(/<style>[\s\S]*<\/style>/, "");
    expect(markup).not.toMatch(/\b(?:src|href|action|on\w+)=|url\(|@import/i);
    expect(page).not.toContain("sourceMappingURL");
  });
});
