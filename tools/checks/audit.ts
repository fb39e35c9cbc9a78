// Known vulnerabilities in what packages and apps bring along. Many registries (mirrors, caches) answer no audits: then
// there is nothing to judge, and it says so. What is known and does not concern us stands in pnpm-workspace.yaml
// (auditConfig.ignoreGhsas), each with its reason in SECURITY.md. Arguments go to pnpm.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const { status, stdout, stderr } = spawnSync(
  "pnpm",
  ["audit", "--prod", ...process.argv.slice(2)],
  { cwd: fileURLToPath(new URL("../../", import.meta.url)), encoding: "utf8" },
);
if (status === 0) console.log("no known vulnerability");
else if (/ERR_PNPM_(?:AUDIT|FETCH|META_FETCH)\w*/.test(stderr))
  console.log(`not judged: the registry answers no audits\n${stderr}`);
else {
  console.error(stdout + stderr);
  process.exitCode = 1;
}
