import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.startsWith("testing/"));

test("[SDK-1] outside testing/ no file imports an SDK, not even its types", () => {
  expect(files).toContain("v1.ts");
  const importing = files.filter((file) =>
    /^(?:import|export)\b[^;]*from\s+"@modelcontextprotocol\//m.test(
      readFileSync(src + file, "utf8"),
    ),
  );
  expect(importing).toEqual([]);
});
