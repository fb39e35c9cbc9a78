/** How this program ends. Every code is in the table of `--help`. */
export const EXIT = {
  ok: 0,
  usage: 2,
  cannotListen: 3,
  fault: 70,
} as const;

/** One of {@link EXIT}'s codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, "done: the client closed stdin, or a signal asked to stop (SIGTERM, SIGINT)"],
  [EXIT.usage, "a flag or an environment variable cannot be used; nothing was started"],
  [EXIT.cannotListen, "the address cannot be listened on; nothing was started"],
  [EXIT.fault, "a fault in this program; please report it"],
];

/** The table that `--help` ends with. */
export const EXIT_CODES_HELP: string = [
  "",
  "Exit codes:",
  ...MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`),
].join("\n");
