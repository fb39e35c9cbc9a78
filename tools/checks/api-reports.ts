// Writes `packages/*/etc/<entry>.api.md`, the API of every entry point as a reviewer reads it, and fails when a report
// that is checked in tells something else. `--update` rewrites the reports (and removes those of entries that are gone).
// The configurations come from each package's `exports`, so that no entry point can be forgotten.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

const root = fileURLToPath(new URL("../../", import.meta.url));
const update = process.argv.includes("--update");

interface Manifest {
  readonly publishConfig: {
    readonly exports: Readonly<Record<string, string | { types: string }>>;
  };
}

/** `"."` → `index`, `"./v2/testing"` → `v2-testing`; the value is the entry's declaration file. */
function entriesOf(folder: string): Map<string, string> {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  const entries = new Map<string, string>();
  for (const [path, target] of Object.entries(manifest.publishConfig.exports)) {
    if (typeof target === "string") continue; // ./package.json
    entries.set(path === "." ? "index" : path.slice(2).replaceAll("/", "-"), target.types);
  }
  return entries;
}

/** Compares (or rewrites) one report; answers what is wrong, or nothing. */
function report(folder: string, entry: string, declaration: string): string | undefined {
  const problems: string[] = [];
  const { apiReportChanged } = Extractor.invoke(
    ExtractorConfig.prepare({
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: `${folder}/${declaration}`,
        compiler: { tsconfigFilePath: `${folder}/tsconfig.build.json` },
        apiReport: {
          enabled: true,
          reportFileName: `${entry}.api.md`,
          reportFolder: `${folder}/etc/`,
          reportTempFolder: `${folder}/temp/`,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        newlineKind: "lf",
        messages: {
          compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
          // What the extractor would remark (undocumented members, types that stay internal) stands with line numbers
          // in the report: every edit would change it.
          extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          // Whether a docstring's tags are well formed is no matter of the API.
          tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: `${folder}/package.json`,
    }),
    {
      localBuild: update,
      messageCallback: (message) => {
        message.handled = true;
        if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.text);
      },
    },
  );
  if (problems.length > 0) return problems.join("; ");
  if (apiReportChanged && !update) return "the API is not the one that the report tells";
  return undefined;
}

/** {@link report}, with what keeps the extractor from reading the declarations told as a fault. */
function faultOf(folder: string, entry: string, declaration: string): string | undefined {
  if (!existsSync(`${folder}/${declaration}`)) return `${declaration} is not built`;
  try {
    return report(folder, entry, declaration);
  } catch (error) {
    return String(error);
  }
}

let failed = false;
for (const name of readdirSync(`${root}packages`)) {
  const folder = `${root}packages/${name}`;
  const entries = entriesOf(folder);
  mkdirSync(`${folder}/etc`, { recursive: true });
  for (const [entry, declaration] of entries) {
    const fault = faultOf(folder, entry, declaration);
    if (fault === undefined) continue;
    failed = true;
    console.error(`${name}/etc/${entry}.api.md: ${fault}`);
  }
  for (const file of readdirSync(`${folder}/etc`)) {
    if (entries.has(basename(file, ".api.md"))) continue;
    if (update) rmSync(`${folder}/etc/${file}`);
    else {
      failed = true;
      console.error(`${name}/etc/${file}: no entry point has this name`);
    }
  }
}
if (failed) console.error("Rewrite the reports with: npm run check -- api --update");
process.exitCode = failed ? 1 : 0;
