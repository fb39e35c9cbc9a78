// Installs the locked dependencies on a machine that has only Node 20 and npm (runs on the system's Node).
// An install whose lockfile has not changed since the last one is skipped: every npm script may call this.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const stamp = `${root}node_modules/.setup-stamp`;
const { packageManager } = /** @type {{ packageManager: string }} */ (
  JSON.parse(readFileSync(`${root}package.json`, "utf8"))
);
const hash = createHash("sha256");
for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"])
  hash.update(readFileSync(root + file));
const wanted = hash.digest("hex");

if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) process.exit(0);
const { status } = spawnSync(
  "npx",
  ["--yes", "--prefer-offline", packageManager, "install", "--frozen-lockfile"],
  {
    cwd: root,
    stdio: ["ignore", 2, 2], // stdout stays free for what the script proper prints
    shell: process.platform === "win32",
  },
);
if (status !== 0) {
  console.error(
    "Set-up failed: the install above did not finish. Node >= 20.19 and npm with a registry are needed.",
  );
  process.exit(status ?? 1);
}
// The scripts that follow run TypeScript as it is: on Linux the install brought the Node that can, elsewhere the user has.
const { stdout: version } = spawnSync("node", ["-p", "process.versions.node"], {
  encoding: "utf8",
  env: { ...process.env, PATH: `${root}node_modules/.bin${delimiter}${process.env["PATH"] ?? ""}` },
});
const [major = 0, minor = 0] = version.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${version.trim()} cannot run the tools of this repository: install Node >= 22.18.`,
  );
  process.exit(1);
}
writeFileSync(stamp, wanted);
