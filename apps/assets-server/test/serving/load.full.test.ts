import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POSTGRES_MISSING } from "../storage/postgres-server.ts";
import { startCluster, type Cluster } from "./cluster.ts";
import { mcpPost } from "./mcp-post.ts";
import { runLoad } from "./run-load.ts";

if (POSTGRES_MISSING !== undefined) console.warn(POSTGRES_MISSING);

const PROJECT = "wayfinding";
const REQUESTS = [
  ...[1, 2, 3].map(() => ({
    method: "resources/read",
    params: { uri: `asset://projects/${PROJECT}/first-aid.svg/metadata` },
  })),
  ...[1, 2].map(() => ({
    method: "resources/read",
    params: { uri: `asset://projects/${PROJECT}/elevator.svg/thumbnail` },
  })),
  { method: "resources/read", params: { uri: `bundle://projects/${PROJECT}/preview` } },
  { method: "resources/list", params: {} },
  { method: "resources/templates/list", params: {} },
];

const FORBIDDEN = "Resource not found";

function metric(text: string, name: string): number {
  return Number(new RegExp(`^${name} ([\\d.e+]+)$`, "m").exec(text)?.[1]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe.skipIf(POSTGRES_MISSING !== undefined)("under load", { timeout: 240_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  it("serves 200 clients for a minute while rights change: expected refusals alone, an even pace, no growth", async () => {
    const { rights, id, token } = cluster;
    const [steady, changing] = [Array.from({ length: 10 }, (_, n) => `steady-${n}`), ["on-off"]];
    for (const who of [...steady, ...changing, "witness"])
      // oxlint-disable-next-line no-await-in-loop
      await rights.giveRole(id(who), PROJECT, "member");
    // A bounded heap, as in a container of half a gigabyte: without one V8 keeps what it once had, and growth is its choice.
    const server = await cluster.start({ NODE_OPTIONS: "--max-old-space-size=256" });
    const clients = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const tenant = n % 10 === 9 ? "changing" : "steady";
        const who = tenant === "changing" ? "on-off" : `steady-${n % 9}`;
        return { tenant, token: await token(who) };
      }),
    );
    const memory = async (): Promise<number> => {
      const text = await (await fetch(new URL("/metrics", server.url))).text();
      return metric(text, "process_resident_memory_bytes");
    };
    const loading = runLoad({
      url: server.url.href,
      clients,
      durationMs: 60_000,
      warmUpMs: 5_000,
      thinkMs: 100,
      requests: REQUESTS,
    });
    const state = { over: false };
    void loading.finally(() => {
      state.over = true;
    });
    const changes = (async () => {
      for (let member = false; !state.over; member = !member) {
        // oxlint-disable no-await-in-loop
        if (member) await rights.giveRole(id("on-off"), PROJECT, "member");
        else await rights.removeRole(id("on-off"), PROJECT);
        await pause(250);
        // oxlint-enable no-await-in-loop
      }
    })();
    // Whoever asks after a change has the answer of after it, load or not.
    const mine = await token("witness");
    const seen: string[] = [];
    const witness = (async () => {
      const uri = `asset://projects/${PROJECT}/first-aid.svg/metadata`;
      const read = async (): Promise<string> =>
        (await mcpPost(server.url, mine, "resources/read", { uri })).outcome;
      while (!state.over) {
        // oxlint-disable no-await-in-loop
        await rights.removeRole(id("witness"), PROJECT);
        seen.push(`without: ${await read()}`);
        await rights.giveRole(id("witness"), PROJECT, "member");
        seen.push(`with: ${await read()}`);
        await pause(500);
        // oxlint-enable no-await-in-loop
      }
    })();
    await pause(15_000);
    const early = await memory();
    await pause(44_500);
    const late = await memory();
    const result = await loading;
    await Promise.all([changes, witness]);
    const text = await (await fetch(new URL("/metrics", server.url))).text();
    console.log(JSON.stringify({ result, early, late, witness: seen.length }));
    expect(Object.keys(result["steady"]?.outcomes ?? {})).toEqual(["ok"]);
    expect(Object.keys(result["changing"]?.outcomes ?? {}).toSorted()).toEqual([FORBIDDEN, "ok"]);
    expect([...new Set(seen)].toSorted()).toEqual(["with: ok", `without: ${FORBIDDEN}`]);
    const { p50 = NaN, p99 = NaN } = result["steady"] ?? {};
    expect(p99).toBeLessThanOrEqual(10 * p50);
    expect(late).toBeLessThanOrEqual(1.3 * early);
    expect(metric(text, 'resource_operations\\{state="running"\\}')).toBe(0);
    expect(metric(text, 'resource_operations\\{state="waiting"\\}')).toBe(0);
    server.child.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("a greedy tenant is refused, and a modest one beside it never [LIM-6]", async () => {
    const { rights, id, token } = cluster;
    const server = await cluster.start();
    for (const who of ["greedy", "modest"])
      // oxlint-disable-next-line no-await-in-loop
      await rights.giveRole(id(who), PROJECT, "member");
    const [greedy, modest] = [await token("greedy"), await token("modest")];
    const result = await runLoad({
      url: server.url.href,
      clients: [
        ...Array.from({ length: 400 }, () => ({ tenant: "greedy", token: greedy })),
        ...[1, 2].map(() => ({ tenant: "modest", token: modest })),
      ],
      durationMs: 30_000,
      // On a busy machine few are answered: all of them count. A refused client waits before it asks again.
      warmUpMs: 0,
      thinkMs: 200,
      requests: REQUESTS.slice(0, 5),
    });
    console.log(JSON.stringify(result));
    expect(Object.keys(result["modest"]?.outcomes ?? {})).toEqual(["ok"]);
    expect(Object.keys(result["greedy"]?.outcomes ?? {}).toSorted()).toEqual([
      "Too many requests at once",
      "ok",
    ]);
    expect(result["modest"]?.p50).toBeLessThan((result["greedy"]?.p50 ?? NaN) / 2);
  });
});
