// What the packages and apps bring along: the lockfile is the one that the manifests ask for, each package and app has a
// bill of materials (CycloneDX, written to .results/sbom/), the packages bring what is listed here and nothing else, and
// every licence is one that a user of MIT code can live with.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What each published package brings to its user, peers aside. */
const brought: Readonly<Record<string, readonly string[]>> = {
  "@org/resources-uri": [],
  "@org/resources-reporting": [],
  "@org/resources-core": ["@org/resources-reporting", "@org/resources-uri", "zod"],
  "@org/resources-sdk-adapter": ["@org/resources-reporting", "@org/resources-uri"],
  "@org/resources-testkit": ["@org/resources-uri"],
};

const licences = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
]);
/** Licences that are no user's of our packages, each with the components that may have it; decision 0110 says why. */
const exceptions: Readonly<Record<string, RegExp>> = {
  "LGPL-3.0-or-later": /^@img\/sharp-libvips-/,
};

/** The parts of a CycloneDX document that are judged. */
export interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}
interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

const nameOf = ({ group, name }: Component): string =>
  group === undefined ? name : `${group}/${name}`;

function licenceFault(component: Component): string | undefined {
  const { version, licenses = [] } = component;
  const name = nameOf(component);
  const said = licenses.map(
    ({ license, expression }) => license?.id ?? license?.name ?? expression ?? "?",
  );
  if (said.length === 0) return `${name}@${version} says no licence`;
  const refused = said.filter(
    (licence) => !licences.has(licence) && exceptions[licence]?.test(name) !== true,
  );
  return refused.length === 0
    ? undefined
    : `${name}@${version} is licensed ${refused.join(", ")}, which nobody judged yet`;
}

/** What is wrong with a bill of materials, as lines. */
export function faultsOf({ bomFormat, metadata, components }: Sbom): string[] {
  const owner = nameOf(metadata.component);
  if (bomFormat !== "CycloneDX") return [`${owner}: no CycloneDX document`];
  const faults = components.map(licenceFault).filter((fault) => fault !== undefined);
  const listed = brought[owner];
  const names = components.map(nameOf).toSorted();
  if (listed !== undefined && names.join() !== listed.join())
    faults.push(
      `brings ${names.join(", ") || "nothing"} instead of ${listed.join(", ") || "nothing"}`,
    );
  return faults.map((fault) => `${owner}: ${fault}`);
}

function pnpm(...args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync("pnpm", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? undefined : `pnpm ${args.join(" ")} failed:\n${stdout}${stderr}`;
}

if (import.meta.main) {
  const folder = `${root}.results/sbom`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const faults = [
    pnpm("install", "--frozen-lockfile", "--lockfile-only", "--offline"),
    pnpm(
      "--filter=./packages/*",
      "--filter=./apps/*",
      "sbom",
      "--sbom-format=cyclonedx",
      "--prod",
      "--split",
      `--out=${folder}/%s.cdx.json`,
    ),
  ].filter((fault) => fault !== undefined);
  const documents = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Sbom,
  );
  const owners = new Set(documents.map(({ metadata }) => nameOf(metadata.component)));
  for (const owner of Object.keys(brought))
    if (!owners.has(owner)) faults.push(`${owner} has no bill of materials`);
  faults.push(...documents.flatMap(faultsOf));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
