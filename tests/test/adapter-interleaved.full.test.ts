import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { connectTestClient as connectV1 } from "@org/resources-sdk-adapter/v1/testing";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { connectTestClient as connectV2 } from "@org/resources-sdk-adapter/v2/testing";
import { describe, expect, test } from "vitest";
import { errands, interleave, watchedLibrary } from "../fixtures/interleaving.ts";
import { hostHono, hostV1, hostV2 } from "../fixtures/mcp-hosts.ts";
import { messagesIn, post, type Revision } from "../fixtures/raw-http.ts";

const COUNT = 1000;
const context = () => ({ user: "ann" });
type Gateway = ReturnType<typeof watchedLibrary>["gateway"];

const CLIENTS = [
  { name: "SDK v1", connect: (gateway: Gateway) => connectV1(gateway, { context }) },
  ...(["2025-11-25", "2026-07-28"] as const).map((revision) => ({
    name: `SDK v2, ${revision}`,
    connect: (gateway: Gateway) => connectV2(gateway, { context, revision }),
  })),
];

describe.each(CLIENTS)("$name, one connection", ({ connect }) => {
  test(
    "[SDK-3] a thousand interleaved reads, cancelled at random",
    { timeout: 120_000 },
    async () => {
      const { gateway, ends, running } = watchedLibrary();
      await using connection = await connect(gateway);
      const { client } = connection;
      const all = errands(COUNT, 7);
      const outcome = await interleave(all, 200, async (uri, signal) => {
        const { contents } = await client.readResource({ uri }, { signal });
        return String((contents[0] as { text?: string } | undefined)?.text);
      });
      expect(outcome.wrong).toEqual([]);
      expect(outcome.right + outcome.cancelled).toBe(COUNT);
      expect(outcome.cancelled).toBeGreaterThan(COUNT / 10);
      // Nothing is left running, and whatever was cancelled ended as such or before.
      await expect.poll(running).toBe(0);
      const outcomes = new Set(ends.map((end) => ("outcome" in end ? end.outcome : end.type)));
      expect(outcomes).toEqual(new Set(["ok", "cancelled"]));
      expect((await client.readResource({ uri: "library://guide" })).contents).toHaveLength(1);
    },
  );
});

const HOSTS: readonly {
  readonly name: string;
  readonly revision: Revision;
  readonly host: (gateway: Gateway) => ReturnType<typeof hostV1>;
}[] = [
  {
    name: "SDK v1, Express",
    revision: "2025-11-25",
    host: (gateway) => hostV1((server, signal) => attachV1(server, gateway, { context, signal })),
  },
  ...(["2025-11-25", "2026-07-28"] as const).map((revision) => ({
    name: `SDK v2, Node, ${revision}`,
    revision,
    host: (gateway: Gateway) => hostV2((server) => attachV2(server, gateway, { context })),
  })),
  {
    name: "SDK v2, Hono, 2026-07-28",
    revision: "2026-07-28",
    host: (gateway) => hostHono((server) => attachV2(server, gateway, { context })),
  },
];

describe.each(HOSTS)("$name, many connections", ({ host, revision }) => {
  test(
    "[SDK-3] a thousand interleaved reads, cancelled at random",
    { timeout: 120_000 },
    async () => {
      const { gateway, running } = watchedLibrary();
      const { url, close } = await host(gateway);
      const all = errands(COUNT, 11);
      const outcome = await interleave(all, 50, async (uri, signal) => {
        const message = { method: "resources/read", params: { uri } };
        const response = await post(url, revision, message, { signal });
        const [answer] = messagesIn(await response.text());
        const result = answer?.["result"] as { contents: { text: string }[] } | undefined;
        return String(result?.contents[0]?.text);
      });
      expect(outcome.wrong).toEqual([]);
      expect(outcome.right + outcome.cancelled).toBe(COUNT);
      expect(outcome.cancelled).toBeGreaterThan(COUNT / 10);
      await expect.poll(running, { timeout: 5000 }).toBe(0);
      const next = await post(url, revision, {
        method: "resources/read",
        params: { uri: "library://guide" },
      });
      expect(await next.text()).toContain("# Guide");
      await close();
    },
  );
});
