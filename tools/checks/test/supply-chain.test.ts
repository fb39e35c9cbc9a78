import { describe, expect, it } from "vitest";
import { faultsOf } from "../supply-chain.ts";
import type { Sbom } from "../supply-chain.ts";

const mit = [{ license: { id: "MIT" } }];

function sbom(owner: string, ...components: Sbom["components"]): Sbom {
  const component = { group: "@org", name: owner, version: "1.0.0" };
  return { bomFormat: "CycloneDX", metadata: { component }, components };
}

const zod = { name: "zod", version: "4.6.7", licenses: mit };
const leaves = ["resources-reporting", "resources-uri"].map((name) => ({
  group: "@org",
  name,
  version: "1.0.0",
  licenses: mit,
}));

describe("bill of materials", () => {
  it("is content with what is listed and permissively licensed", () => {
    expect(faultsOf(sbom("resources-uri"))).toEqual([]);
    expect(faultsOf(sbom("resources-core", zod, ...leaves))).toEqual([]);
    expect(faultsOf(sbom("some-app", zod))).toEqual([]);
  });

  it("faults a package that brings something more, or less", () => {
    expect(faultsOf(sbom("resources-uri", zod))).toEqual([
      "@org/resources-uri: brings zod instead of nothing",
    ]);
    expect(faultsOf(sbom("resources-core", ...leaves)).join()).toContain("instead of");
  });

  it.each([
    ["a licence that nobody judged", [{ license: { id: "AGPL-3.0-only" } }], /AGPL-3\.0-only/],
    ["a licence in words", [{ license: { name: "see LICENSE" } }], /see LICENSE/],
    ["an expression", [{ expression: "(MIT OR GPL-2.0)" }], /\(MIT OR GPL-2\.0\)/],
    ["an exception made for others", [{ license: { id: "LGPL-3.0-or-later" } }], /LGPL/],
    ["no licence at all", [], /says no licence/],
  ])("faults %s", (_what, licenses, fault) => {
    const component = { name: "x", version: "1.0.0", licenses };
    expect(faultsOf(sbom("some-app", component)).join()).toMatch(fault);
  });

  it("grants the exception to those that it is for", () => {
    const licenses = [{ license: { id: "LGPL-3.0-or-later" } }];
    const libvips = { group: "@img", name: "sharp-libvips-linux-x64", version: "1.0.0", licenses };
    expect(faultsOf(sbom("some-app", libvips))).toEqual([]);
  });
});
