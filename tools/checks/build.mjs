// Builds every workspace (runs on whatever Node `npm run` finds). What it says goes to stderr: stdout stays free for what
// the script proper prints. A build tells nobody about itself, so turbo's telemetry is off.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const { status } = spawnSync("turbo", ["run", "build", "--output-logs=errors-only"], {
  cwd: fileURLToPath(new URL("../../", import.meta.url)),
  stdio: ["ignore", 2, 2],
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  shell: process.platform === "win32",
});
process.exit(status ?? 1);
