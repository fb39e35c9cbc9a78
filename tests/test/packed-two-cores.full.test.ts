// Two copies of core in one tree, as npm leaves them when two dependents want versions that do not meet.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { installProject, packInto, runOutside } from "../fixtures/packed-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "two-cores-"));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

it("[TGT-2] gateway, plans, targets and payloads of another copy of core are told apart, and said to be", () => {
  const tarballs = join(temp, "tarballs");
  packInto(tarballs);
  const project = join(temp, "project");
  installProject(
    project,
    tarballs,
    ["uri", "reporting", "core", "sdk-adapter"],
    ["zod", "@modelcontextprotocol/server", "@modelcontextprotocol/client"],
  );
  const core = "node_modules/@org/resources-core";
  cpSync(join(project, core), join(project, "node_modules/elsewhere", core), { recursive: true });
  cpSync(join(root, "tests/smoke/two-cores.mjs"), join(project, "two-cores.mjs"));
  expect(runOutside(project, [process.execPath, "two-cores.mjs"])).toEqual({
    status: 0,
    output: "ok\n",
  });
});
