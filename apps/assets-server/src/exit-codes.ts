/** How this program ends. Every code is in the table of `--help`. */
export const EXIT = {
  ok: 0,
  unexpectedOutcome: 1,
  usage: 2,
  cannotListen: 3,
  cannotImport: 4,
  importedInPart: 5,
  inUse: 6,
  cannotStore: 7,
  interrupted: 8,
  noDevServer: 9,
  refused: 10,
  fault: 70,
} as const;

/** One of {@link EXIT}'s codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, "done; a server was asked to stop (SIGTERM, SIGINT) and finished what was in flight"],
  [EXIT.unexpectedOutcome, "demo: an outcome was not the expected one"],
  [EXIT.usage, "a flag or an environment variable cannot be used; nothing was started"],
  [EXIT.cannotListen, "the address cannot be listened on; nothing was started"],
  [EXIT.cannotImport, "the directory, or the samples, cannot be read; nothing was started"],
  [EXIT.importedInPart, "import: done, but files were skipped; each was reported with its reason"],
  [EXIT.inUse, "another process has the data directory, or imports into the project"],
  [EXIT.cannotStore, "the database cannot be used, or its row-level security would not hold"],
  [EXIT.interrupted, "import: stopped by a signal; what was imported stays, run it again"],
  [EXIT.noDevServer, "token: no server that was started with --dev answers at that port"],
  [EXIT.refused, "explain: the read is refused, or lacks something; the output says where and why"],
  [EXIT.fault, "a fault in this program; please report it"],
];

/** The table that `--help` ends with. */
export const EXIT_CODES_HELP: string = [
  "",
  "Exit codes:",
  ...MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`),
].join("\n");
