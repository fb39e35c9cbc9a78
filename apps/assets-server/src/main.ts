#!/usr/bin/env node
import { claimStdout, ConfigError, ListenError } from "@org/serving";
import { Command, CommanderError, Option } from "commander";
import { BREAKS, type Break } from "./demo/breaks.ts";
import { EXIT, EXIT_CODES_HELP, type ExitCode } from "./exit-codes.ts";
import { ImportError } from "./import/import-error.ts";
import {
  demoConfig,
  importConfig,
  serveConfig,
  startConfig,
  stdioConfig,
  tokenConfig,
  type DatabaseFlags,
  type ListenFlags,
  type PrincipalFlags,
} from "./settings.ts";
import { InUseError, StorageError } from "./storage/storage-error.ts";
import { VERSION } from "./version.ts";

/** What `import` was told by flags. */
interface ImportFlags extends DatabaseFlags {
  readonly project?: string;
  readonly owner?: string;
  readonly prune?: boolean;
}

/** What `stdio` was told by flags. */
type StdioFlags = DatabaseFlags & PrincipalFlags & { readonly printConfig?: true };

const DATA = [
  "--data <dir>",
  "directory of the embedded database (DATA_DIR); DATABASE_URL names a PostgreSQL server instead",
] as const;

const AS = ["--as <who>", "the principal with whose rights to read (PRINCIPAL)"] as const;

/** Loaded when a command runs: help and a refused flag need neither the SDK nor sharp. */
const commands = () => import("./commands.ts");

/** Builds the command line; what runs gives its exit code to `done`. */
function commandLine(done: (code: ExitCode) => void): Command {
  const program = new Command("assets-server")
    .description("Project assets of several people as MCP resources, read as one bundle.")
    .version(VERSION, "-V, --version", "print the version")
    .addHelpText("after", EXIT_CODES_HELP)
    .showHelpAfterError("(try: assets-server --help)");
  const command = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .version(VERSION, "-V, --version", "print the version")
      .allowExcessArguments(false)
      .addHelpText("after", EXIT_CODES_HELP);
  const listening = (name: string, description: string): Command =>
    command(name, description)
      .option("--port <port>", "port to listen on, 0 for any free one (PORT; default 8722)")
      .option("--host <host>", "address to listen on (HOST; default 127.0.0.1)");

  command("demo", "show complete, partial and refused reads with the official client, then end")
    .addOption(
      new Option("--break <station>", "show what goes wrong without a station").choices(
        Object.keys(BREAKS),
      ),
    )
    .addHelpText("after", breaksHelp())
    .action(async (flags: { break?: Break }) => {
      const config = demoConfig(process.env);
      done(await (await commands()).demo(config, flags.break));
    });
  listening("start", "demo, then serve").action(async (flags: ListenFlags) => {
    const config = startConfig(process.env, flags);
    done(await (await commands()).start(config, demoConfig(process.env)));
  });
  listening(
    "serve",
    "serve a database until Ctrl-C, with the tokens of an issuer (ISSUER, PUBLIC_URL)",
  )
    .option(...DATA)
    .option("--dev", "make tokens of its own, on loopback; the samples, if no database is named")
    .action(async ({ dev, ...flags }: ListenFlags & DatabaseFlags & { dev?: true }) => {
      const config = serveConfig(process.env, flags, dev);
      done(await (await commands()).serve(config));
    });
  command("stdio", "serve the MCP client that starts it; the samples, if no database is named")
    .option(...DATA)
    .option(...AS)
    .option("--print-config", "print what to paste into an MCP client that starts it, and end")
    .action(async ({ printConfig, ...flags }: StdioFlags) => {
      if (printConfig === true) {
        const { stdioConfiguration } = await import("./stdio/client-configuration.ts");
        process.stdout.write(`${stdioConfiguration(stdioConfig(process.env, flags))}\n`);
        return done(EXIT.ok);
      }
      const stdout = claimStdout();
      // What nobody has caught must not end as another command's exit code.
      process.once("uncaughtException", (error) => process.exit(complaint(error)));
      const config = stdioConfig(process.env, flags);
      const { serveStdin } = await import("./stdio/stdio-command.ts");
      done(await serveStdin(config, stdout));
    });
  command("explain", "say which station refuses a read, and why: for the operator")
    .argument("<uri>", "what is read")
    .option(...AS)
    .option(...DATA)
    .option("--json", "print it as JSON")
    .action(async (uri: string, flags: DatabaseFlags & PrincipalFlags & { json?: true }) => {
      const { json, ...settings } = flags;
      const config = stdioConfig(process.env, settings);
      const { explain } = await import("./explain/explain-command.ts");
      done(await explain(config, uri, json === true));
    });
  command("token", "print a token for a server on this machine that was started with --dev")
    .option("--as <who>", "the principal's bare name (PRINCIPAL)")
    .option("--port <port>", "the server's port (PORT; default 8722)")
    .action(async (flags: { as?: string; port?: string }) => {
      const config = tokenConfig(process.env, flags);
      done(await (await commands()).token(config));
    });
  command(
    "import",
    "make a project of a directory's files; again, and what has changed is taken in",
  )
    .argument("<dir>", "the directory; about.md in it describes the project")
    .option("--project <name>", "the project's name, one segment of its URI (PROJECT)")
    .option(...DATA)
    .option("--owner <principal>", "make this principal an owner of the project (OWNER)")
    .option("--prune", "remove assets whose files are gone")
    .action(async (directory: string, flags: ImportFlags) => {
      const { prune, ...settings } = flags;
      const config = importConfig(process.env, settings);
      const { runImport } = await import("./import/import-command.ts");
      done(await runImport(directory, config, prune === true));
    });
  for (const each of [program, ...program.commands]) each.exitOverride();
  return program;
}

function breaksHelp(): string {
  return [
    "",
    "What --break puts in a station's place:",
    ...Object.entries(BREAKS).map(([name, { place }]) => `  ${name.padEnd(8)} ${place}`),
  ].join("\n");
}

/** Says what was wrong on stderr, in words for the person at the terminal, and gives the code. */
function complaint(error: unknown): ExitCode {
  // Commander has already printed its own.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ConfigError) return complain(error.message, EXIT.usage);
  if (error instanceof ListenError) return complain(error.message, EXIT.cannotListen);
  if (error instanceof ImportError) return complain(error.message, EXIT.cannotImport);
  if (error instanceof InUseError) return complain(error.message, EXIT.inUse);
  if (error instanceof StorageError) return complain(error.message, EXIT.cannotStore);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return complain(`A fault in this program: ${text}`, EXIT.fault);
}

function complain(text: string, code: ExitCode): ExitCode {
  process.stderr.write(`assets-server: ${text}\n`);
  return code;
}

try {
  await commandLine((code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = complaint(error);
}
