import { PassThrough } from "node:stream";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport as V1Stdio } from "@modelcontextprotocol/sdk/server/stdio.js";
import { McpServer as V2McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport as V2Stdio } from "@modelcontextprotocol/server/stdio";
import { resource } from "@org/resources-core";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { describe, expect, test } from "vitest";
import { hostHono, hostV1, hostV2, type McpHost } from "../fixtures/mcp-hosts.ts";
import { messagesIn, post, type Revision } from "../fixtures/raw-http.ts";
import { type Caller, servedLibrary } from "../fixtures/served-library.ts";

const SECRET = "s3cret-of-the-host";
const info = { name: "throwing", version: "1.0.0" };
const cyclic: Record<string, unknown> = { message: SECRET, code: -32000 };
cyclic["data"] = cyclic;
const trap = (): never => {
  throw new Error(SECRET);
};

/** Each kind of thing that a callback may throw. */
const THROWN: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => SECRET,
  () => 10n,
  () => Symbol(SECRET),
  () => new Error(SECRET),
  () => Object.assign(new Error(SECRET), { code: -32602, data: { SECRET } }),
  () => Object.assign(new Error(SECRET), { code: 1, data: 1n }),
  () => cyclic,
  () => new Proxy(new Error(SECRET), { get: trap, has: trap, getPrototypeOf: trap }),
];

/** Reads `throws://body/N` and asks as caller N+100: each finds its own kind of throw. */
const gateway = servedLibrary(
  THROWN.map((make, index) =>
    resource<Caller>({ uri: `throws://body/${index}`, name: `body ${index}` }, () => {
      throw make();
    }),
  ),
);
const context = ({
  _meta: meta,
}: {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}) => {
  const who = meta?.["example.com/who"];
  const make = typeof who === "number" ? THROWN[who] : undefined;
  // oxlint-disable-next-line typescript/only-throw-error -- this is what the test is about
  if (make !== undefined) throw make();
  return { user: "ann" };
};

interface Wire {
  /** Sends one request, and gives every message that came for it. */
  readonly exchange: (
    params: Record<string, unknown>,
  ) => Promise<readonly Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

const overHttp = (revision: Revision, host: () => Promise<McpHost>) => async (): Promise<Wire> => {
  const { url, close } = await host();
  const exchange = async (params: Record<string, unknown>) => {
    const response = await post(url, revision, { method: "resources/read", params });
    return messagesIn(await response.text());
  };
  return { exchange, close };
};

const overStdio =
  (
    serve: (stdin: PassThrough, stdout: PassThrough) => Promise<() => Promise<void>>,
    meta?: object,
  ) =>
  async (): Promise<Wire> => {
    const stdin = new PassThrough();
    const stdout = new PassThrough({ encoding: "utf8" });
    const close = await serve(stdin, stdout);
    let received = "";
    stdout.on("data", (chunk: string) => {
      received += chunk;
    });
    let id = 0;
    const exchange = async (params: Record<string, unknown>) => {
      received = "";
      id += 1;
      const _meta = { ...(params["_meta"] as object | undefined), ...meta };
      const message = {
        jsonrpc: "2.0",
        id,
        method: "resources/read",
        params: { ...params, _meta },
      };
      stdin.write(`${JSON.stringify(message)}\n`);
      // A ping behind it: whatever is answered twice has been answered by then.
      const ping = {
        jsonrpc: "2.0",
        id: `after ${id}`,
        method: "resources/list",
        params: { _meta: meta },
      };
      await expect.poll(() => received).toContain("\n");
      stdin.write(`${JSON.stringify(ping)}\n`);
      await expect.poll(() => received).toContain(`after ${id}`);
      const lines = received.split("\n").filter((line) => line !== "" && !line.includes("after"));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    return { exchange, close };
  };

function v2Server(): V2McpServer {
  const server = new V2McpServer(info);
  attachV2(server, gateway, { context });
  return server;
}

const v2OverStdio = (meta?: object) =>
  overStdio(async (stdin, stdout) => {
    const transport = new V2Stdio(stdin, stdout);
    const connection = serveStdio(v2Server, { transport });
    return () => connection.close();
  }, meta);

const v2Node = () => hostV2((server) => attachV2(server, gateway, { context }));

const WIRES: readonly { readonly name: string; readonly open: () => Promise<Wire> }[] = [
  {
    name: "SDK v1 over HTTP",
    open: overHttp("2025-11-25", () =>
      hostV1((server, signal) => attachV1(server, gateway, { context, signal })),
    ),
  },
  { name: "SDK v2 over HTTP, 2025-11-25", open: overHttp("2025-11-25", v2Node) },
  { name: "SDK v2 over HTTP, 2026-07-28", open: overHttp("2026-07-28", v2Node) },
  {
    name: "SDK v2 over HTTP (Hono), 2026-07-28",
    open: overHttp("2026-07-28", () =>
      hostHono((server) => attachV2(server, gateway, { context })),
    ),
  },
  {
    name: "SDK v1 over stdio",
    open: overStdio(async (stdin, stdout) => {
      const server = new V1McpServer(info);
      attachV1(server, gateway, { context });
      await server.connect(new V1Stdio(stdin, stdout));
      return () => server.close();
    }),
  },
  { name: "SDK v2 over stdio, 2025-11-25", open: v2OverStdio() },
  {
    name: "SDK v2 over stdio, 2026-07-28",
    open: v2OverStdio({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    }),
  },
];

describe.each(WIRES)("$name", ({ open }) => {
  test("[SDK-2] every kind of throw gets exactly one sanitised answer [case R11]", async () => {
    const { exchange, close } = await open();
    try {
      for (const [kind] of THROWN.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- one exchange after the other, to count answers
        const fromBody = await exchange({ uri: `throws://body/${kind}` });
        expect(fromBody).toMatchObject([{ error: { code: -32603, data: { reason: "no_items" } } }]);
        const _meta = { "example.com/who": kind };
        // oxlint-disable-next-line no-await-in-loop -- one exchange after the other, to count answers
        const fromContext = await exchange({ uri: "library://guide", _meta });
        expect(fromContext).toMatchObject([
          { error: { code: -32603, data: { reason: "policy_failed" } } },
        ]);
        expect(JSON.stringify([fromBody, fromContext])).not.toContain(SECRET);
      }
      expect(await exchange({ uri: "library://guide" })).toMatchObject([
        { result: { contents: [{ text: "# Guide" }] } },
      ]);
    } finally {
      await close();
    }
  });
});
