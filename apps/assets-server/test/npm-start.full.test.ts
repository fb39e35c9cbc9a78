import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("npm start serves, and SIGTERM to npm ends the server itself, gracefully", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, PORT: "0", LOG_LEVEL: "info" },
  });
  const ended = once(npm, "close");
  let stdout = "";
  let stderr = "";
  npm.stderr.on("data", (data) => (stderr += String(data)));
  npm.stdout.on("data", (data) => (stdout += String(data)));
  while (!stdout.includes("Stop with Ctrl-C.") && npm.exitCode === null)
    // oxlint-disable-next-line no-await-in-loop
    await Promise.race([once(npm.stdout, "data"), ended]);
  expect(stdout, stderr).toContain("Every outcome was the expected one.");
  const [, url = ""] = /"url": "([^"]+)"/.exec(stdout) ?? [];
  expect((await fetch(url, { method: "POST" })).status).toBe(401);
  npm.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(stderr).toContain('"msg":"closed"');
  await expect(fetch(url)).rejects.toThrow("fetch failed");
}, 300_000);
