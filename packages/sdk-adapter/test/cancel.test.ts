import { getEventListeners } from "node:events";
import { type LimitOverrides, resource } from "@org/resources-core";
import { afterEach, describe, expect, test } from "vitest";
import { ann, type Caller, library } from "./library.ts";
import { type Peer, SEATS } from "./peers.ts";

let peer: Peer | undefined;
afterEach(() => peer?.close());

/** A gateway with a body that never comes, and its scope's signal once the body is being read. */
function endless(limits: LimitOverrides = {}) {
  let started: ((signal: AbortSignal) => void) | undefined;
  const reading = new Promise<AbortSignal>((resolve) => {
    started = resolve;
  });
  const gateway = library({
    limits,
    bindings: [
      resource<Caller>({ uri: "docs://endless", name: "endless" }, ({ signal }) => {
        started?.(signal);
        return new Promise<string>(() => undefined);
      }),
      resource<Caller>({ uri: "docs://guide", name: "guide" }, "# Guide"),
    ],
  });
  return { gateway, reading };
}

async function aborted(signal: AbortSignal): Promise<void> {
  await expect.poll(() => signal.aborted).toBe(true);
}

describe.each(SEATS)("$name", ({ connect }) => {
  const open = async (signal?: AbortSignal) => {
    const { gateway, reading } = endless();
    peer = await connect({ gateway, options: { context: ann, signal } });
    return { reading, ...peer };
  };

  test("[SDK-3] a cancelled read aborts its body, gets no answer, and the next one works [case R12]", async () => {
    const { ask, notify, sent, reading } = await open();
    void ask("resources/read", { uri: "docs://endless" }, "doomed");
    const signal = await reading;
    await notify("notifications/cancelled", { requestId: "doomed", reason: "no longer wanted" });
    await aborted(signal);
    expect((await ask("resources/read", { uri: "docs://guide" })).result).toBeDefined();
    expect(sent.join()).not.toContain("doomed");
  });

  test("[SDK-3] a closed connection aborts what it was reading", async () => {
    const { ask, reading, close } = await open();
    void ask("resources/read", { uri: "docs://endless" });
    const signal = await reading;
    expect(signal.aborted).toBe(false);
    await close();
    await aborted(signal);
  });

  test("[SDK-3] the host's signal aborts, with one answer, and what comes later starts over", async () => {
    const host = new AbortController();
    const { ask, reading } = await open(host.signal);
    const answer = ask("resources/read", { uri: "docs://endless" });
    const signal = await reading;
    host.abort(new Error("shutdown"));
    await aborted(signal);
    const data = { reason: "cancelled", retryable: false };
    expect((await answer).error).toMatchObject({ message: "Request cancelled", data });
    expect((await ask("resources/read", { uri: "docs://guide" })).error).toMatchObject({ data });
    expect(getEventListeners(host.signal, "abort")).toHaveLength(0);
  });

  test("[SDK-3] a request that is over leaves nothing on the host's signal", async () => {
    const host = new AbortController();
    const { ask } = await open(host.signal);
    await Promise.all([
      ask("resources/read", { uri: "docs://guide" }),
      ask("resources/read", { uri: "docs://nothing" }),
      ask("resources/list"),
    ]);
    expect(getEventListeners(host.signal, "abort")).toHaveLength(0);
  });

  test("[SDK-3] the deadline reaches the body's signal [case R12]", async () => {
    const { gateway, reading } = endless({ readTimeoutMs: 30 });
    peer = await connect({ gateway, options: { context: ann } });
    const answer = await peer.ask("resources/read", { uri: "docs://endless" });
    expect(answer.error).toMatchObject({
      code: -32603,
      data: { reason: "timeout", retryable: true },
    });
    await aborted(await reading);
  });
});
