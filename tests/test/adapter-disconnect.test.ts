import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { resource, type ResourceBinding } from "@org/resources-core";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { afterEach, describe, expect, test } from "vitest";
import { hostHono, hostV1, hostV2, type McpHost } from "../fixtures/mcp-hosts.ts";
import { post, type Revision } from "../fixtures/raw-http.ts";
import { type Caller, servedLibrary } from "../fixtures/served-library.ts";

const context = () => ({ user: "ann" });

/** A gateway whose bundle never ends, and what has become of each read of it. */
function endless() {
  const reading: AbortSignal[] = [];
  const binding: ResourceBinding<Caller> = resource<Caller>(
    { uri: "library://endless", name: "endless" },
    ({ signal }) => {
      reading.push(signal);
      return new Promise<string>(() => undefined);
    },
  );
  return { gateway: servedLibrary([binding]), reading };
}

type Gateway = ReturnType<typeof servedLibrary>;
const HOSTS: readonly {
  readonly name: string;
  readonly revision: Revision;
  readonly host: (gateway: Gateway) => Promise<McpHost>;
}[] = [
  {
    name: "SDK v1, Express",
    revision: "2025-11-25",
    host: (gateway) => hostV1((server, signal) => attachV1(server, gateway, { context, signal })),
  },
  ...(["2025-11-25", "2026-07-28"] as const).flatMap((revision) => [
    {
      name: `SDK v2, Node, ${revision}`,
      revision,
      host: (gateway: Gateway) => hostV2((server) => attachV2(server, gateway, { context })),
    },
    {
      name: `SDK v2, Hono, ${revision}`,
      revision,
      host: (gateway: Gateway) => hostHono((server) => attachV2(server, gateway, { context })),
    },
  ]),
];

const endlessRead = { method: "resources/read", params: { uri: "library://endless" } };
const guideRead = { method: "resources/read", params: { uri: "library://guide" } };

describe.each(HOSTS)("$name", ({ host, revision }) => {
  let served: McpHost | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  test("[SDK-3] a client that goes away aborts what is being read for it [case R13]", async () => {
    const { gateway, reading } = endless();
    const { url } = (served = await host(gateway));
    const gone = new AbortController();
    const doomed = post(url, revision, endlessRead, { signal: gone.signal });
    doomed.catch(() => undefined);
    await expect.poll(() => reading.length).toBe(1);
    expect(reading[0]?.aborted).toBe(false);
    gone.abort();
    await expect.poll(() => reading[0]?.aborted, { timeout: 5000 }).toBe(true);
    const next = await post(url, revision, guideRead);
    expect(await next.text()).toContain("# Guide");
  });

  test("[SDK-3] a server that closes mid-bundle aborts what it was reading", async () => {
    const { gateway, reading } = endless();
    const { url, close } = await host(gateway);
    const doomed = post(url, revision, endlessRead);
    doomed.catch(() => undefined);
    await expect.poll(() => reading.length).toBe(1);
    await close();
    await expect.poll(() => reading[0]?.aborted, { timeout: 5000 }).toBe(true);
  });

  test("[SDK-3] a client that does not read its answer holds up nobody", async () => {
    const { gateway } = endless();
    const { url } = (served = await host(gateway));
    const slow = connectSocket(Number(url.port), url.hostname);
    slow.pause();
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "resources/read",
      params: { uri: "library://text/4000000" },
    };
    const body = JSON.stringify(message);
    slow.write(
      `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n` +
        `accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(slow, "connect");
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await post(url, revision, guideRead)).text()),
    );
    expect(answers.filter((answer) => answer.includes("# Guide"))).toHaveLength(20);
    slow.destroy();
  });
});
