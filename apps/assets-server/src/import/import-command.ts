import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { ImportConfig } from "../settings.ts";
import { databaseShelf } from "../storage/database-shelf.ts";
import { openDatabase } from "../storage/open-database.ts";
import { importProject, requireDirectory, type ImportSummary } from "./import-project.ts";
import { printable } from "./printable.ts";
import { progressDisplay } from "./progress.ts";

/** `import DIR --project NAME`: a directory's files become a project's assets. */
export async function runImport(
  directory: string,
  config: ImportConfig,
  prune: boolean,
): Promise<ExitCode> {
  const { project, owner } = config;
  await requireDirectory(directory);
  const stopped = new AbortController();
  const stop = (): void => {
    stopped.abort();
  };
  // Once each: a second signal ends the process at once, as for any program.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const display = progressDisplay(process.stdout);
  const database = await openDatabase(config, `import ${project}`, () => {});
  try {
    const { summary, hasReaders } = await database.claimProject(project, async (write) => {
      const shelf = databaseShelf(write, project);
      const { signal } = stopped;
      const options = { project, shelf, prune, owner, signal, onProgress: display.show };
      try {
        return {
          summary: await importProject(directory, options),
          hasReaders: await shelf.hasReaders(),
        };
      } finally {
        display.end();
      }
    });
    const lines = summaryLines(project, summary);
    if (!hasReaders) lines.push("Nobody has a role in it yet: --owner WHO gives one.");
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (summary.interrupted) return EXIT.interrupted;
    return summary.skipped.length > 0 ? EXIT.importedInPart : EXIT.ok;
  } finally {
    await database.close();
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

/** What an import came to, for the person who ran it. Its numbers are those of the lists, and add up to the files. */
export function summaryLines(project: string, summary: ImportSummary): string[] {
  const { added, changed, unchanged, skipped, missing, renamed, hidden } = summary;
  const files = added.length + changed.length + unchanged.length + skipped.length;
  const gone = summary.pruned ? "removed" : "no longer in the directory, and still in the project";
  return [
    ...renamed.map(
      ({ from, to }) =>
        `renamed ${printable(from)} to ${printable(to)}: what closed it to somebody still does`,
    ),
    ...missing.map((name) => `${printable(name)}: ${gone}`),
    `${printable(project)}: ${files} files: ${added.length} added, ${changed.length} changed, ${unchanged.length} unchanged, ${skipped.length} skipped` +
      (hidden > 0 ? `; ${hidden} hidden ones left alone` : "") +
      (missing.length > 0 ? `; ${missing.length} ${summary.pruned ? "removed" : "missing"}` : ""),
    ...(missing.length > 0 && !summary.pruned ? ["--prune removes what is missing."] : []),
    ...(summary.interrupted ? ["Interrupted: run it again to go on."] : []),
  ];
}
