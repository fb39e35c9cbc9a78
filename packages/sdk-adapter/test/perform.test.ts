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
    const signal = await perform({ port, maxUriBytes, context: ann, uri }, async (operation) => {
      await operation.read(uri);
      states.push(operation.signal.aborted);
      await Promise.resolve(); // a conversion that takes its time
      states.push(operation.signal.aborted);
      return operation.signal;
    });
    expect([...states, signal.aborted]).toEqual([false, false, true]);
  });

  test("it aborts after a failure too", async () => {
    let signal: AbortSignal | undefined;
    const failing = perform({ port, maxUriBytes, context: ann, uri }, async (operation) => {
      ({ signal } = operation);
      await operation.read("docs://nothing");
    });
    await expect(failing).rejects.toMatchObject({ message: "Resource not found", data: { uri } });
    expect(signal?.aborted).toBe(true);
  });

  test("a request that is cancelled during the conversion has no result", async () => {
    const caller = new AbortController();
    const performance = { port, maxUriBytes, context: ann, uri, signal: caller.signal };
    const converting = perform(performance, async (operation) => {
      const bundle = await operation.read(uri);
      caller.abort();
      return bundle;
    });
    await expect(converting).rejects.toMatchObject({ data: { reason: "cancelled" } });
  });

  test("a deadline that passes during the conversion leaves no result", async () => {
    let elapsed = 0;
    const clock = { now: () => 0, elapsed: () => elapsed, setTimer: () => () => undefined };
    const timed = gatewayPort(library({ clock, limits: { readTimeoutMs: 1000 } }));
    const converting = perform(
      { port: timed, maxUriBytes, context: ann, uri },
      async (operation) => {
        const bundle = await operation.read(uri);
        elapsed = 1001;
        return bundle;
      },
    );
    await expect(converting).rejects.toMatchObject({ data: { reason: "timeout" } });
  });
});
