import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { run, type Run } from "./program.ts";

const runs: Run[] = [];
afterEach(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.splice(0).map(({ ended }) => ended));
});

function started(...args: Parameters<typeof run>): Run {
  const one = run(...args);
  runs.push(one);
  return one;
}

/** Where a server that has said it serves can be asked. */
const addressOf = async (server: Run): Promise<URL> =>
  new URL(/"url": "([^"]+)"/.exec(await server.printed("Stop with Ctrl-C."))?.[1] ?? "");

describe("demo --break", () => {
  it("exits 1 where an outcome is not the expected one", async () => {
    const { code, stdout } = await started(["demo", "--break", "warning"]).ended;
    expect(stdout).toContain("BROKEN ON PURPOSE");
    expect(code).toBe(1);
  });
});

describe("start", () => {
  it("start plays the demo, then serves what it prints, until SIGTERM", async () => {
    const server = started(["start", "--port", "0"]);
    const stdout = await server.printed("Stop with Ctrl-C.");
    expect(stdout).toContain("Every outcome was the expected one.");
    const { mcpServers } = JSON.parse(/^\{[^]*^\}$/m.exec(stdout)?.[0] ?? "") as {
      mcpServers: { assets: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.assets;
    const client = new Client({ name: "pasted", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    const { contents } = await client.readResource({
      uri: "bundle://projects/earth-and-sky/preview",
    });
    expect(contents).toHaveLength(7); // The demo's revocations touched its own server only.
    await client.close();
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('"msg":"closed"');
  });
});

describe("token", () => {
  it("prints a token that works on the server that was started with --dev, and on no other", async () => {
    const server = started(["serve", "--dev", "--port", "0"]);
    const other = started(["serve", "--dev", "--port", "0"]);
    const [here, there] = [await addressOf(server), await addressOf(other)];
    const { code, stdout } = await started(["token", "--as", "vera", "--port", here.port]).ended;
    expect(code).toBe(0);
    const status = async (to: URL): Promise<number> => {
      const headers = {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        authorization: `Bearer ${stdout.trim()}`,
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
      return (await fetch(to, { method: "POST", headers, body })).status;
    };
    expect(await status(here)).toBe(200);
    expect(await status(there)).toBe(401);
    server.child.kill("SIGTERM");
    await server.ended;
    const late = await started(["token", "--as", "vera", "--port", here.port]).ended;
    expect(late.code).toBe(9);
    expect(late.stderr).toContain("Example: assets-server serve --dev");
  });
});
