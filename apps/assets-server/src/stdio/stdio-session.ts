import { finished, PassThrough, type Readable, type Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { DrainedTransport } from "./drained-transport.ts";

/** Why a session ended. */
export type SessionEnd = "the client closed stdin" | "the client closed stdout" | NodeJS.Signals;

/** How a session is served. */
export interface SessionOptions {
  readonly factory: McpServerFactory;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** How long requests in flight may still take once the session is to end. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves one client on a pair of streams, until it closes one of them or a signal asks to end. Requests in flight are
 * answered first, also those of a client that has closed stdin: whoever pipes requests in gets answers out.
 */
export async function serveSession(options: SessionOptions): Promise<SessionEnd> {
  const { factory, stdin, stdout, graceMs, onError } = options;
  // The SDK's transport would abort what is in flight when its input ends: it gets one that does not.
  const input = new PassThrough();
  const transport = new DrainedTransport(new StdioServerTransport(input, stdout));
  const ended = endOf(stdin, stdout);
  const handle = serveStdio(factory, { transport, onerror: onError });
  stdin.pipe(input, { end: false });
  const end = await ended;
  await allReceived(input);
  if (end !== "the client closed stdout") await transport.drain(graceMs);
  await handle.close();
  stdin.unpipe(input);
  stdin.destroy();
  return end;
}

function endOf(stdin: Readable, stdout: Writable): Promise<SessionEnd> {
  return new Promise((resolve) => {
    finished(stdin, { writable: false }, () => {
      resolve("the client closed stdin");
    });
    stdout.once("error", () => {
      resolve("the client closed stdout");
    });
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, resolve);
  });
}

/** What was written last is read before the session is emptied. */
async function allReceived(input: PassThrough): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  while (input.readableLength > 0) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
