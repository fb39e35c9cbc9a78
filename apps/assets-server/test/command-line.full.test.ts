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
