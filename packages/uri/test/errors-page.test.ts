import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../../tools/docs/errors-uri.ts", import.meta.url));

it("docs/errors-uri.md is what the source says: every code, with examples that give it", () => {
  // Exits 1, with a message, if the page is stale, and throws if an example gives another code.
  const output = execFileSync(process.execPath, ["--conditions=@org/source", script, "--check"], {
    stdio: "pipe",
  });
  expect(String(output)).toBe("");
});
