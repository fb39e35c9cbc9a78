import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { command, INITIALIZE, messages, noisy, PREVIEW, read, started } from "./stdio-process.ts";

// Each test starts programs, on a machine that may be busy.
const PATIENCE = { timeout: 120_000, concurrent: true };

describe("assets-server stdio, with official clients", PATIENCE, () => {
  it.each([
    ["2026-07-28", { pin: "2026-07-28" }],
    ["2025-11-25", "legacy"],
  ] as const)("serves the client of SDK v2 on %s", async (_, mode) => {
    const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ ...command("vera"), stderr: "ignore" }));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("docs://assets-server/guide");
    const { contents } = await client.readResource({ uri: PREVIEW });
    expect(contents.map(({ uri }) => uri)).toEqual([
      PREVIEW,
      "asset://projects/earth-and-sky/earth-at-night.jpg/thumbnail",
      "asset://projects/earth-and-sky/earth-by-day.jpg/thumbnail",
      "asset://projects/earth-and-sky/hubble-deep-field.webp/thumbnail",
      "asset://projects/earth-and-sky/leap-seconds.txt/thumbnail",
    ]);
    const listed = await client.callTool({
      name: "list_assets",
      arguments: { project: "earth-and-sky" },
    });
    expect(listed.structuredContent).toMatchObject({ total: 4, has_more: false });
    await expect(
      client.readResource({ uri: "asset://projects/earth-and-sky/rocket.jpg/original" }),
    ).rejects.toThrow("Resource not found");
    await client.close();
  });

  it("serves the client of SDK v1", async () => {
    const client = new V1Client({ name: "test", version: "0" });
    await client.connect(new V1StdioClientTransport({ ...command("marco"), stderr: "ignore" }));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(4);
    const { contents } = await client.readResource({ uri: PREVIEW });
    expect(contents[0]).toMatchObject({
      uri: expect.stringMatching(/^mcp-warning:/) as unknown,
      text: expect.stringContaining("Incomplete bundle.") as unknown,
    });
    const { structuredContent } = await client.callTool({ name: "list_projects" });
    expect(structuredContent).toMatchObject({
      rows: [{ project: "earth-and-sky" }, { project: "wayfinding" }],
      total: 2,
    });
    await client.close();
  });
});

describe("assets-server stdio, as a process", PATIENCE, () => {
  const stdio = ["stdio", "--as", "olivia"];

  it("answers what was asked before stdin closed, and ends", async () => {
    const { child, ended } = started(stdio);
    child.stdin.end(INITIALIZE + read(1, PREVIEW) + read(2, "bundle://projects/none/preview"));
    const { code, stdout, stderr } = await ended;
    expect(stderr).toBe("");
    expect(messages(stdout).map(({ id }) => id)).toEqual(["hello", 2, 1]);
    expect(code).toBe(0);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "on %s finishes the reads in flight, and ends",
    async (signal) => {
      const { child, printed, ended } = started(stdio);
      child.stdin.write(INITIALIZE);
      await printed('"hello"');
      const asked = Array.from({ length: 40 }, (_, index) => index + 1);
      child.stdin.write(asked.map((id) => read(id, PREVIEW)).join(""));
      await printed('"id":1}');
      child.kill(signal);
      const { code, stdout } = await ended;
      const answered = messages(stdout).filter(({ result }) => result !== undefined);
      expect(new Set(answered.map(({ id }) => id))).toEqual(new Set(["hello", ...asked]));
      expect(code).toBe(0);
    },
  );

  it("ends when nobody reads stdout any more", async () => {
    const { child, printed, ended } = started(stdio);
    child.stdin.write(INITIALIZE);
    await printed('"hello"');
    child.stdout.destroy();
    child.stdin.write(read(1, PREVIEW) + read(2, PREVIEW));
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("answers malformed lines, or not, and stays", async () => {
    const { child, ended } = started(stdio);
    child.stdin.end(`no json\n[]\n{}\n${INITIALIZE}{"jsonrpc":"1.0"}\n${read(1, "\u0000")}`);
    const { code, stdout } = await ended;
    expect(messages(stdout)).toContainEqual(expect.objectContaining({ id: "hello" }));
    expect(messages(stdout)).toContainEqual(expect.objectContaining({ id: 1 }));
    expect(code).toBe(0);
  });

  it.each([
    ["SIGUSR2", "planted fault"],
    ["SIGWINCH", "planted rejection"],
  ] as const)(
    "keeps stdout for the protocol through a fault that nobody caught",
    async (...row) => {
      const [signal, fault] = row;
      const { child, printed, ended } = started(stdio, { NODE_OPTIONS: `--import=${noisy}` });
      child.stdin.write(INITIALIZE);
      await printed('"hello"');
      child.kill(signal);
      const { code, stdout, stderr } = await ended;
      expect(messages(stdout).map(({ id }) => id)).toEqual(["hello"]);
      expect(stderr).toContain(`A fault in this program: Error: ${fault}`);
      expect(code).toBe(70);
    },
  );

  it("takes its principal from the environment too", async () => {
    const { child, ended } = started(["stdio"], { PRINCIPAL: "otto" });
    child.stdin.end(INITIALIZE + read(1, PREVIEW));
    const { stdout } = await ended;
    expect(messages(stdout)[1]).toMatchObject({ error: { code: -32602 } });
  });
});
