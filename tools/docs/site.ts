/**
 * Builds the documentation site into .docs: the API of every entry point from the sources, and the pages of docs/.
 * `npm run docs` fails on a public name without documentation, and on a dead link in a page or comment.
 */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import {
  Application,
  ConsoleLogger,
  Converter,
  type DocumentReflection,
  LogLevel,
  OptionDefaults,
} from "typedoc";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The pages beside the API, in the order of the navigation, under their heads. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "Start here": ["docs/README.md"],
  Guides: globSync("docs/guides/*.md", { cwd: root }).toSorted(),
  Reference: [
    "docs/rules.md",
    "docs/errors-uri.md",
    "docs/versioning.md",
    "docs/benchmarks.md",
    "SECURITY.md",
  ],
  Project: ["ARCHITECTURE.md", "CONTRIBUTING.md", "benchmarks/README.md"],
  Packages: globSync(["packages/*/README.md", "apps/*/README.md"], { cwd: root }).toSorted(),
};

interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly "@org/source": string }>>;
}

/** Every entry point's source, and the name that it is imported by. */
function entryPoints(): Map<string, string> {
  const entries = new Map<string, string>();
  for (const folder of ["uri", "core", "reporting", "sdk-adapter", "testkit"]) {
    const base = `${root}packages/${folder}/`;
    const { name, exports } = JSON.parse(
      readFileSync(`${base}package.json`, "utf8"),
    ) as PackageJson;
    for (const [path, target] of Object.entries(exports)) {
      if (typeof target === "string") continue;
      entries.set(base + target["@org/source"].slice(2), name + path.slice(1));
    }
  }
  return entries;
}

const packageOf = (entryPoint: string): string => entryPoint.split("/").slice(0, 2).join("/");

/** Calls a page by its head, and puts it under its group. */
function arrange(document: DocumentReflection): void {
  const page = `${document.name}.md`;
  const group = Object.keys(PAGES).find((name) => PAGES[name]?.includes(page) === true);
  if (group === undefined) throw new Error(`${page} is in no group`);
  document.name =
    /^# (.+)$/m.exec(readFileSync(root + page, "utf8"))?.[1]?.replaceAll("`", "") ?? page;
  document.frontmatter["group"] = group;
}

class SiteLogger extends ConsoleLogger {
  override warn(message: string, ...rest: never[]): void {
    // A callback or option is a property here, however its type is written.
    if (/ \(Property\), defined in /.test(message)) return;
    // Members of a union of codes have tags of their own, which make the page of error codes.
    if (/^The comment for .+ should not contain any block or modifier tags$/.test(message)) return;
    super.warn(message, ...rest);
  }
}

async function main(): Promise<void> {
  const entries = entryPoints();
  const app = await Application.bootstrapWithPlugins({
    name: "MCP Resources",
    readme: `${root}README.md`,
    tsconfig: fileURLToPath(new URL("tsconfig.typedoc.json", import.meta.url)),
    entryPoints: [...entries.keys()],
    projectDocuments: Object.values(PAGES)
      .flat()
      .map((page) => root + page),
    out: `${root}.docs`,
    basePath: root,
    displayBasePath: root,
    disableGit: true,
    disableSources: true,
    githubPages: false,
    searchInDocuments: true,
    navigation: { includeGroups: true, includeCategories: false },
    groupOrder: [...Object.keys(PAGES), "Modules", "*"],
    // What tools/docs/errors-uri.ts reads; the page that it writes is part of the site.
    blockTags: [...OptionDefaults.blockTags, "@remedy"],
    excludeTags: ["@remedy"],
    // Every name that can be imported, and every method. A property whose name and type say all needs no sentence.
    requiredToBeDocumented: ["Variable", "Function", "Class", "Interface", "TypeAlias", "Method"],
    packagesRequiringDocumentation: [...new Set([...entries.values()].map(packageOf))],
    validation: {
      invalidLink: true,
      invalidPath: true,
      rewrittenLink: true,
      notDocumented: true,
      unusedMergeModuleWith: true,
    },
  });

  const logger = new SiteLogger();
  logger.level = LogLevel.Warn;
  app.logger = logger;

  const points = app.getEntryPoints() ?? [];
  for (const point of points) {
    const name = entries.get(point.sourceFile.fileName);
    if (name === undefined) throw new Error(`${point.sourceFile.fileName} is no entry point`);
    point.displayName = name;
  }
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const document of project.documents ?? []) arrange(document);
  });
  const project = app.converter.convert(points);
  app.validate(project);
  // A page's dead links are found while it is rendered, so a check renders too.
  await app.generateDocs(project, `${root}.docs`);
  const faults = logger.warningCount + logger.errorCount;
  console.log(`${String(entries.size)} entry points, ${String(faults)} faults`);
  process.exitCode = faults === 0 ? 0 : 1;
}

await main();
