#!/usr/bin/env node
import { ConfigError, ListenError } from "@org/serving";
import { Command, CommanderError } from "commander";
import { EXIT, EXIT_CODES_HELP, type ExitCode } from "./exit-codes.ts";
import { httpConfig, stdioConfig } from "./settings.ts";
import { VERSION } from "./version.ts";

interface SharedFlags {
  readonly url?: string;
  readonly userAgent?: string;
  readonly markdown: boolean;
}

interface HttpFlags extends SharedFlags {
  readonly port?: string;
  readonly host?: string;
}

/** Loaded when a command runs: help and a refused flag need no SDK. */
const commands = () => import("./commands.ts");

/** Builds the command line; what runs gives its exit code to `done`. */
function commandLine(done: (code: ExitCode) => void): Command {
  const program = new Command("forgejo-server")
    .description("A Forgejo instance as MCP resources: read-only, with the caller's own rights.")
    .version(VERSION, "-V, --version", "print the version")
    .addHelpText("after", EXIT_CODES_HELP)
    .showHelpAfterError("(try: forgejo-server --help)");
  const command = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .version(VERSION, "-V, --version", "print the version")
      .allowExcessArguments(false)
      .option("--url <url>", "the Forgejo instance, http or https (FORGEJO_URL; required)")
      .option("--user-agent <text>", "what Forgejo is told of this client (FORGEJO_USER_AGENT)")
      .option("--no-markdown", "leave out the Markdown items: JSON alone");

  command("stdio", "serve one client on stdin and stdout")
    .addHelpText("after", `\n${TOKEN_ON_STDIO}\n${LOG}\n${EXIT_CODES_HELP}`)
    .action(async ({ markdown, ...flags }: SharedFlags) => {
      const config = stdioConfig(process.env, flags);
      done(await (await commands()).stdio(config, { markdown }));
    });
  command("serve", "serve Streamable HTTP until Ctrl-C")
    .option("--port <port>", "port to listen on, 0 for any free one (PORT; default 8723)")
    .option("--host <host>", "address to listen on (HOST; default 127.0.0.1)")
    .addHelpText("after", `\n${TOKEN_ON_HTTP}\n${REACH}\n${LOG}\n${EXIT_CODES_HELP}`)
    .action(async ({ markdown, ...flags }: HttpFlags) => {
      const config = httpConfig(process.env, flags);
      done(await (await commands()).serve(config, { markdown }));
    });
  for (const each of [program, ...program.commands]) each.exitOverride();
  return program;
}

const TOKEN_ON_STDIO =
  "FORGEJO_ACCESS_TOKEN  the access token to read with; without one, what Forgejo gives to anybody";
const TOKEN_ON_HTTP =
  "Each request reads with the token in its own header X-Forgejo-Token; without one, what Forgejo gives to anybody.";
const REACH =
  "ALLOWED_HOSTS, ALLOWED_ORIGINS, TRUSTED_PROXIES  names, web origins and proxies to believe, separated by commas";
const LOG = "LOG_LEVEL  how much is logged, on stderr (default info)";

/** Says what was wrong on stderr, in words for the person at the terminal, and gives the code. */
function explain(error: unknown): ExitCode {
  // Commander has already printed its own.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ConfigError) return complain(error.message, EXIT.usage);
  if (error instanceof ListenError) return complain(error.message, EXIT.cannotListen);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return complain(`A fault in this program: ${text}`, EXIT.fault);
}

function complain(text: string, code: ExitCode): ExitCode {
  process.stderr.write(`forgejo-server: ${text}\n`);
  return code;
}

try {
  await commandLine((code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}
