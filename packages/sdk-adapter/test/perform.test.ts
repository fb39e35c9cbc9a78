import { gatewayPort } from "@org/resources-core/adapter";
import { describe, expect, test } from "vitest";
import { perform } from "../src/perform.ts";
import { ann, library } from "./library.ts";

const gateway = library();
const port = gatewayPort(gateway);
const { maxUriBytes } = gateway.limits;
const uri = "docs://guide";

describe("[READ-1] the scope stays open through the conversion of the result", () => {
  test("its signal is live until then, and aborts when all is done", async () => {
    const states: boolean[] = [];
    const reading = { port, maxUriBytes, context: ann, uri };
    const signal = await perform(
      reading,
      async (operation) => {
        await operation.read(uri);
        states.push(operation.signal.aborted);
        return operation.signal;
      },
      (live) => {
        states.push(live.aborted);
        return live;
      },
    );
    expect([...states, signal.aborted]).toEqual([false, false, true]);
  });

  test.each(["the read", "the conversion"])("it aborts when %s fails too", async (fails) => {
    let signal: AbortSignal | undefined;
    const failing = perform(
      { port, maxUriBytes, context: ann, uri },
      (operation) => {
        ({ signal } = operation);
        return operation.read(fails === "the read" ? "docs://nothing" : uri);
      },
      () => {
        throw new Error("a fault of the adapter");
      },
    );
    const message = fails === "the read" ? "Resource not found" : "Internal error";
    await expect(failing).rejects.toMatchObject({ message, data: { uri } });
    expect(signal?.aborted).toBe(true);
  });

  test("a request that is cancelled during the conversion has no result", async () => {
    const caller = new AbortController();
    const converting = perform(
      { port, maxUriBytes, context: ann, uri, signal: caller.signal },
      (operation) => operation.read(uri),
      () => caller.abort(),
    );
    await expect(converting).rejects.toMatchObject({ data: { reason: "cancelled" } });
  });

  test("a deadline that passes during the conversion leaves no result", async () => {
    let elapsed = 0;
    const clock = { now: () => 0, elapsed: () => elapsed, setTimer: () => () => undefined };
    const timed = gatewayPort(library({ clock, limits: { readTimeoutMs: 1000 } }));
    const converting = perform(
      { port: timed, maxUriBytes, context: ann, uri },
      (operation) => operation.read(uri),
      () => {
        elapsed = 1001;
      },
    );
    await expect(converting).rejects.toMatchObject({ data: { reason: "timeout" } });
  });
});
