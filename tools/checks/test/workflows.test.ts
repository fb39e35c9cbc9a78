// What the workflow files promise, read from them: nobody runs them here.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = `${root}.github/workflows`;
const workflows = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(`${folder}/${file}`, "utf8"),
}));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  scripts: Record<string, string>;
};

describe.each(workflows)("$file", ({ text }) => {
  it("pins every action of others to a commit, with its version beside it", () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = ""]) => action);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses)
      expect(action).toMatch(
        /^(?:\.\/\.github\/workflows\/[\w-]+\.yml|[\w/-]+@[0-9a-f]{40} # v[\d.]+)$/,
      );
  });

  it("calls scripts that there are", () => {
    for (const [, script = ""] of text.matchAll(/npm run (\S+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });

  it("gives every job no more than reading, unless the job says so itself", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\njobs:/m);
  });
});

describe("release.yml", () => {
  const text = workflows.find(({ file }) => file === "release.yml")?.text ?? "";

  it("proves where a package comes from, without a token of the registry's", () => {
    expect(text).toMatch(/id-token: write/);
    expect(text).toMatch(/NPM_CONFIG_PROVENANCE: "true"/);
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
  });

  it("publishes only after CI, and only what the checks of packages passed", () => {
    expect(text).toMatch(/release:\n {4}needs: ci/);
    expect(scripts["release:publish"]).toMatch(/check\.ts pack publint attw && changeset publish$/);
  });
});
