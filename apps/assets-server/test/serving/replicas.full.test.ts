import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POSTGRES_MISSING } from "../storage/postgres-server.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { mcpPost } from "./mcp-post.ts";
import { startProxy, type RoundRobinProxy } from "./round-robin-proxy.ts";

if (POSTGRES_MISSING !== undefined) console.warn(POSTGRES_MISSING);

const PREVIEW = { uri: "bundle://projects/wayfinding/preview" };

/** Clients that read through the proxy until they are told to stop. */
function readers(
  proxy: RoundRobinProxy,
  token: string,
  count: number,
): { readonly stop: () => Promise<Record<string, number>> } {
  const state = { stopped: false };
  const outcomes: Record<string, number> = {};
  const running = Array.from({ length: count }, async () => {
    while (!state.stopped) {
      // One after another, as a client does.
      // oxlint-disable-next-line no-await-in-loop
      const { outcome } = await mcpPost(proxy.url, token, "resources/read", PREVIEW);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  });
  return {
    stop: async () => {
      state.stopped = true;
      await Promise.all(running);
      return outcomes;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function page(url: URL, token: string, cursor?: string): Promise<string> {
  const { text } = await mcpPost(url, token, "resources/templates/list", { cursor });
  return text;
}

function cursorOf(text: string): string | undefined {
  return /"nextCursor":"([^"]+)"/.exec(text)?.[1];
}

describe.skipIf(POSTGRES_MISSING !== undefined)("two replicas", { timeout: 180_000 }, () => {
  let cluster: Cluster;
  let token: string;
  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.rights.giveRole(cluster.id("alice"), "wayfinding", "member");
    token = await cluster.token("alice");
  }, 120_000);
  afterAll(() => cluster.stop());

  it("continue each other's cursors behind a round-robin proxy, over a rotation of keys too [LST-4]", async () => {
    const [old, fresh] = ["0a".repeat(32), "0b".repeat(32)];
    const [one, two] = await Promise.all([
      cluster.start({ PAGE_SIZE: "1", CURSOR_KEYS: old }),
      cluster.start({ PAGE_SIZE: "1", CURSOR_KEYS: `${fresh},${old}` }),
    ]);
    // The new replica goes on where the old one stopped; the old one does not know the new key.
    const first = await page(one.url, token);
    const second = await page(two.url, token, cursorOf(first));
    expect(cursorOf(second)).toBeDefined();
    expect(second).not.toBe(first);
    expect(await page(one.url, token, cursorOf(second))).toContain("Invalid cursor");
    one.child.kill("SIGTERM");
    two.child.kill("SIGTERM");
    await Promise.all([one.ended, two.ended]);

    const pair = await Promise.all([1, 2].map(() => cluster.start({ PAGE_SIZE: "1" })));
    const round = await startProxy(pair.map(({ url }) => url));
    const templates: string[] = [];
    let next: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop
      const text = await page(round.url, token, next);
      templates.push(/"uriTemplate":"([^"]+)"/.exec(text)?.[1] ?? text);
      next = cursorOf(text);
    } while (next !== undefined);
    expect(templates).toEqual([
      "asset://projects/{project}/{asset}/metadata",
      "asset://projects/{project}/{asset}/original",
      "asset://projects/{project}/{asset}/thumbnail",
      "bundle://projects/{project}/preview",
    ]);
    expect(round.served).toEqual([2, 2]);
    round.close();
    for (const { child } of pair) child.kill("SIGTERM");
    await Promise.all(pair.map(({ ended }) => ended));
  });

  it("of which one is killed lose what it had in flight, and nothing else", async () => {
    const pair = await Promise.all([cluster.start(), cluster.start()]);
    const proxy = await startProxy(pair.map(({ url }) => url));
    const load = readers(proxy, token, 16);
    await pause(2_000);
    expect(proxy.inFlight(0)).toBeGreaterThan(0);
    pair[0].child.kill("SIGKILL");
    await pair[0].ended;
    await pause(200);
    const [lost, before] = [proxy.lost[0] ?? 0, proxy.served[1] ?? 0];
    await pause(2_000);
    const { ok = 0, ...failed } = await load.stop();
    expect(ok).toBeGreaterThan(16);
    // Not answered at all, or cut in the middle of an answer.
    expect(["status 502", "socket hang up", "aborted"]).toEqual(
      expect.arrayContaining(Object.keys(failed)),
    );
    // What the killed one had taken is lost, once; nothing after its end, and nothing of the other one's.
    expect(lost).toBeGreaterThan(0);
    expect(proxy.lost).toEqual([lost, 0]);
    expect(Object.values(failed).reduce((sum, count) => sum + count, 0)).toBe(lost);
    expect(proxy.served[1]).toBeGreaterThan(before);
    proxy.close();
    pair[1].child.kill("SIGTERM");
    expect(await pair[1].ended).toMatchObject({ code: 0 });
  });

  it("of which one is asked to end lose nothing", async () => {
    const pair = await Promise.all([cluster.start({ DRAIN_MS: "1000" }), cluster.start()]);
    const proxy = await startProxy(pair.map(({ url }) => url));
    const load = readers(proxy, token, 16);
    await pause(2_000);
    expect(proxy.inFlight(0)).toBeGreaterThan(0);
    pair[0].child.kill("SIGTERM");
    expect(await pair[0].ended).toMatchObject({ code: 0, stderr: "" });
    await pause(500);
    const { ok = 0, ...others } = await load.stop();
    expect(others).toEqual({});
    expect(ok).toBeGreaterThan(16);
    proxy.close();
    pair[1].child.kill("SIGTERM");
    expect(await pair[1].ended).toMatchObject({ code: 0 });
  });

  it("without a shared key warn at start, and refuse each other's cursors", async () => {
    const env = { PAGE_SIZE: "1", CURSOR_KEYS: "", LOG_LEVEL: "warn" };
    const [one, two] = await Promise.all([cluster.start(env), cluster.start(env)]);
    const cursor = cursorOf(await page(one.url, token));
    expect(await page(two.url, token, cursor)).toContain("Invalid cursor");
    one.child.kill("SIGTERM");
    two.child.kill("SIGTERM");
    expect((await one.ended).stderr).toContain("CURSOR_KEYS: is not set");
    await two.ended;
  });
});
