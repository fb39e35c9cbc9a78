import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { attachResources } from "../src/v2.ts";
import { ann, library } from "./library.ts";
import { peerOn } from "./peers.ts";

const limits = { defaultPageSize: 1 };
const HINT =
  /^A list was asked to continue.*no cursorKeys.*make the gateway once, outside the factory/;

/** One request of a server that is made for it, as a stateless host does. */
async function ask(
  gateway: ReturnType<typeof library>,
  cursor: unknown,
  hear: () => void = () => undefined,
) {
  const errors: string[] = [];
  const server = new McpServer({ name: "stateless", version: "0" });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is no EventTarget
  server.server.onerror = ({ message }) => {
    errors.push(message);
    hear();
  };
  attachResources(server, gateway, { context: ann });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const peer = await peerOn(near);
  const answer = await peer.ask("resources/list", { cursor });
  await peer.close();
  return { answer, errors };
}

describe("[LST-3] [LST-4] a gateway that is made for each request", () => {
  test("without cursorKeys: the host is told why every second page is refused", async () => {
    const first = await ask(library({ limits }), undefined);
    const cursor = first.answer.result?.["nextCursor"];
    const second = await ask(library({ limits }), cursor);
    expect(second.answer.error?.message).toBe("Invalid cursor");
    expect(second.errors).toEqual([expect.stringMatching(HINT)]);
    expect(first.errors).toEqual([]);
    // The client learns nothing of it.
    expect(JSON.stringify(second.answer)).not.toContain("cursorKeys");
  });

  test("[SDK-2] an onerror that throws changes no answer", async () => {
    const first = await ask(library({ limits }), undefined);
    const second = await ask(library({ limits }), first.answer.result?.["nextCursor"], () => {
      throw new Error("secret");
    });
    expect(second.errors).toHaveLength(1);
    expect(second.answer.error).toMatchObject({ code: -32602, message: "Invalid cursor" });
  });

  test("without onerror: one warning of the process, not one a request", async () => {
    const warnings: unknown[] = [];
    const listen = (warning: Error & { code?: string }) => warnings.push(warning.code);
    process.on("warning", listen);
    const first = await ask(library({ limits }), undefined);
    const cursor = first.answer.result?.["nextCursor"];
    for (const _ of [1, 2, 3]) {
      const server = new McpServer({ name: "stateless", version: "0" });
      attachResources(server, library({ limits }), { context: ann });
      const [near, far] = InMemoryTransport.createLinkedPair();
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      await server.connect(far);
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      await (await peerOn(near)).ask("resources/list", { cursor });
    }
    await expect.poll(() => warnings).toEqual(["RESOURCES_CURSOR_KEYS"]);
    process.off("warning", listen);
  });

  test("with cursorKeys: it goes on, and nobody is told anything", async () => {
    const cursorKeys = [new Uint8Array(32).fill(7)];
    const first = await ask(library({ limits, cursorKeys }), undefined);
    const cursor = first.answer.result?.["nextCursor"];
    const second = await ask(library({ limits, cursorKeys }), cursor);
    expect(second.answer.result?.["resources"]).toMatchObject([{ name: "logo" }]);
    const bad = await ask(library({ limits, cursorKeys }), "x".repeat(100));
    expect([...second.errors, ...bad.errors]).toEqual([]);
  });

  test("a client that makes its cursors up is no reason to warn", async () => {
    expect((await ask(library({ limits }), "bogus")).errors).toEqual([]);
  });

  test("a gateway that has issued cursors knows its own", async () => {
    const gateway = library({ limits });
    await ask(gateway, undefined);
    expect((await ask(gateway, "x".repeat(100))).errors).toEqual([]);
  });
});
