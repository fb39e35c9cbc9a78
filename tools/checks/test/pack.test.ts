import { describe, expect, it } from "vitest";
import { faultsOf, readmeFaultsOf } from "../pack.ts";

const good = [
  "package.json",
  "README.md",
  "LICENSE",
  "src/index.ts",
  "dist/index.js",
  "dist/index.js.map",
  "dist/index.d.ts",
  "dist/index.d.ts.map",
];
const hasSource = (file: string): boolean => file === "src/index.ts";

describe("contents of a tarball", () => {
  it("finds no fault in sources, what was built of them, and the three files", () => {
    expect(faultsOf(good, hasSource)).toEqual([]);
  });

  it.each([
    ["a missing licence", good.filter((file) => file !== "LICENSE"), /LICENSE is missing/],
    ["a source that was not built", good.filter((file) => file !== "dist/index.js"), /not built/],
    [
      "declarations that are missing",
      good.filter((file) => file !== "dist/index.d.ts"),
      /not built/,
    ],
    [
      "what was built of a source that is gone",
      [...good, "dist/old.js"],
      /dist\/old\.js has no source/,
    ],
    ["a test", [...good, "src/a.test.ts", "dist/a.test.js"], /a\.test\.ts is a test/],
    ["build information", [...good, "dist/.tsbuildinfo"], /does not belong/],
    ["a configuration", [...good, "tsconfig.json"], /does not belong/],
    ["a source of another kind", [...good, "src/notes.md"], /no TypeScript source/],
  ])("faults %s", (_what, files, fault) => {
    expect(faultsOf(files, hasSource).join("\n")).toMatch(fault);
  });
});

describe("README of a tarball", () => {
  const installs = "```\nnpm install @org/a\n```\n";

  it("finds no fault in full addresses and in links within the page", () => {
    const readme = `${installs}[docs](https://example.com/docs) [below](#below)\n`;
    expect(readmeFaultsOf("@org/a", readme)).toEqual([]);
  });

  it.each([
    [
      "a link into the repository",
      `${installs}[b](../b/README.md)`,
      /links to \.\.\/b\/README\.md/,
    ],
    ["a reference into the repository", `${installs}[b]: ../b/README.md`, /links to \.\.\/b/],
    ["no word on installing", "# a", /npm install @org\/a/],
  ])("faults %s", (_what, readme, fault) => {
    expect(readmeFaultsOf("@org/a", readme).join("\n")).toMatch(fault);
  });
});
