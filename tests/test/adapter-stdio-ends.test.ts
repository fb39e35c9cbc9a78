// A connection over stdio that ends while a bundle is being read: by its server, its client, or the process's death.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport as V1Stdio } from "@modelcontextprotocol/sdk/server/stdio.js";
import { McpServer as V2McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport as V2Stdio } from "@modelcontextprotocol/server/stdio";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { afterEach, describe, expect, test } from "vitest";
import { unendingLibrary } from "../fixtures/unending-library.ts";

const info = { name: "ending", version: "1.0.0" };
const context = () => ({ user: "ann" });
const BEGUN = ["library://part/1 begins", "library://part/2 begins"];
const ABORTED = [...BEGUN, "library://part/2 aborts"];
const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A line of the wire that asks for a read. */
const lineOf = (uri: string, meta: object | undefined) =>
  `${JSON.stringify({ jsonrpc: "2.0", id: uri, method: "resources/read", params: { uri, _meta: meta } })}\n`;

/** Everything that a stream says, as text. */
function heard(stream: Readable): { readonly text: () => string } {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { text: () => text };
}

type Gateway = ReturnType<typeof unendingLibrary>;
type Serve = (
  gateway: Gateway,
  stdin: PassThrough,
  stdout: PassThrough,
) => Promise<() => Promise<void>>;

const serveV1: Serve = async (gateway, stdin, stdout) => {
  const server = new V1McpServer(info);
  attachV1(server, gateway, { context });
  await server.connect(new V1Stdio(stdin, stdout));
  return () => server.close();
};

const serveV2: Serve = async (gateway, stdin, stdout) => {
  const make = () => {
    const server = new V2McpServer(info);
    attachV2(server, gateway, { context });
    return server;
  };
  const connection = serveStdio(make, { transport: new V2Stdio(stdin, stdout) });
  return () => connection.close();
};

const WIRES = [
  { name: "SDK v1", sdk: "v1", serve: serveV1, meta: undefined },
  { name: "SDK v2, 2025-11-25", sdk: "v2", serve: serveV2, meta: undefined },
  { name: "SDK v2, 2026-07-28", sdk: "v2", serve: serveV2, meta: MODERN },
] as const;

describe.each(WIRES)("$name over stdio, in this process", ({ serve, meta }) => {
  test("[SDK-3] a server closed mid-bundle aborts its body, begins no other, answers nothing; the next connection works", async () => {
    const told: string[] = [];
    const gateway = unendingLibrary((line) => told.push(line));
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const close = await serve(gateway, stdin, stdout);
    const answers = heard(stdout);
    stdin.write(lineOf("library://unending", meta));
    await expect.poll(() => told).toEqual(BEGUN);
    await close();
    await expect.poll(() => told).toEqual(ABORTED);

    const [nextIn, nextOut] = [new PassThrough(), new PassThrough()];
    const closeNext = await serve(gateway, nextIn, nextOut);
    const nextAnswers = heard(nextOut);
    // The only slot is free again.
    nextIn.write(lineOf("library://guide", meta));
    await expect.poll(nextAnswers.text).toContain("# Guide");
    await closeNext();
    expect(told).toEqual(ABORTED);
    expect(answers.text()).toBe("");
  });
});

/** A process is slow to start: one for each SDK says enough. */
const PROCESSES = WIRES.filter(({ name }) => name !== "SDK v2, 2025-11-25");

describe.each(PROCESSES)("$name over stdio, a process", ({ sdk, meta }) => {
  const program = fileURLToPath(new URL("../fixtures/unending-stdio-server.ts", import.meta.url));
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  afterEach(() => child?.kill("SIGKILL"));

  function start() {
    child = spawn(process.execPath, ["--conditions=@org/source", program, sdk], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    return { child, answers: heard(child.stdout), told: heard(child.stderr) };
  }

  /** A process that is in the middle of its bundle. */
  async function startReading() {
    const started = start();
    started.child.stdin.write(lineOf("library://unending", meta));
    await expect.poll(() => started.told.text(), { timeout: 10_000 }).toContain(BEGUN.join("\n"));
    return started;
  }

  test.each([
    [
      "is told to end",
      (server: { kill: (signal: "SIGTERM") => unknown }) => server.kill("SIGTERM"),
    ],
    ["loses its client", (server: { stdin: Writable }) => server.stdin.end()],
  ] as const)(
    "[SDK-3] one that %s aborts its body, begins no other, and ends by itself: nothing holds it",
    { timeout: 30_000 },
    async (_, end) => {
      const { child: server, answers, told } = await startReading();
      end(server);
      const [code] = (await once(server, "close")) as [number | null];
      expect(told.text()).toBe(`${ABORTED.join("\n")}\n`);
      expect(answers.text()).toBe("");
      expect(code).toBe(0);
    },
  );

  test(
    "[SDK-3] one that is killed leaves no half answer, and the next one works",
    { timeout: 30_000 },
    async () => {
      const { child: server, answers } = await startReading();
      server.kill("SIGKILL");
      await once(server, "close");
      expect(answers.text()).toBe("");
      const next = start();
      next.child.stdin.write(lineOf("library://guide", meta));
      await expect.poll(next.answers.text, { timeout: 10_000 }).toContain("# Guide");
    },
  );
});
