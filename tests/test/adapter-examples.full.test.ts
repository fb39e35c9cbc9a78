import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const check = fileURLToPath(new URL("../../examples/check.ts", import.meta.url));

test("[SDK-1] every example does what it says", { timeout: 120_000 }, async () => {
  const { stdout } = await run(process.execPath, ["--conditions=@org/source", check]);
  expect(stdout).toBe("ok v1-stdio\nok v2-stdio\nok v2-hono\nok v1-express\nok local\n");
});
