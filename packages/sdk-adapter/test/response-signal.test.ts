import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { signalOfResponse } from "../src/response-signal.ts";

async function nothing(): Promise<void> {}

describe("[SDK-3] the signal of a real HTTP response [case R13]", () => {
  let stop = nothing;
  afterEach(() => stop());

  /** Serves one request with `handle`; gives the signal of its response, and the response's end. */
  async function serve(handle: (response: ServerResponse) => void) {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    };
    const served = new Promise<{ signal: AbortSignal; closed: Promise<unknown> }>((resolve) => {
      server.once("request", (_: IncomingMessage, response: ServerResponse) => {
        resolve({ signal: signalOfResponse(response), closed: once(response, "close") });
        handle(response);
      });
    });
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: "127.0.0.1" }).end();
    sent.on("error", () => undefined);
    return { sent, ...(await served) };
  }

  test("aborts when the client goes away before the answer is complete", async () => {
    const { sent, signal } = await serve((response) => response.write("half"));
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, "abort");
    sent.destroy();
    await aborted;
  });

  test("stays quiet after a complete answer", async () => {
    const { signal, closed } = await serve((response) => response.end("whole"));
    await closed;
    expect(signal.aborted).toBe(false);
  });
});
