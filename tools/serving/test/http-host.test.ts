import { connect } from "node:net";
import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { hostHttp, ListenError, type FetchHandler, type HttpHost } from "@org/serving";
import { gate } from "./gate.ts";

const open: HttpHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close(0)));
});

async function serve(
  fetch: FetchHandler,
  options: Partial<Parameters<typeof hostHttp>[0]> = {},
): Promise<HttpHost & { errors: unknown[] }> {
  const errors: unknown[] = [];
  const host = await hostHttp({
    fetch,
    hostname: "127.0.0.1",
    port: 0,
    onError: (error) => errors.push(error),
    ...options,
  });
  open.push(host);
  return { ...host, errors };
}

describe("hostHttp", () => {
  it("carries method, target, headers and body there and status, headers and body back", async () => {
    const host = await serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      return Response.json(
        { method: request.method, target: pathname + search, body: await request.text() },
        { status: 201, headers: { "x-kept": request.headers.get("x-sent") ?? "" } },
      );
    });
    const response = await fetch(`${host.origin}/a/b?c=d`, {
      method: "POST",
      body: "Grüße",
      headers: { "x-sent": "yes" },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-kept")).toBe("yes");
    expect(await response.json()).toEqual({ method: "POST", target: "/a/b?c=d", body: "Grüße" });
  });

  it("streams a response as it is written", async () => {
    const rest = gate();
    const host = await serve(async () => {
      const stream = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode("first"));
          await rest.passed;
          controller.enqueue(new TextEncoder().encode(" second"));
          controller.close();
        },
      });
      return new Response(stream);
    });
    const response = await fetch(host.origin);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
    rest.open();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(" second");
  });

  it("aborts the request's signal when the client goes away [case R13]", async () => {
    const running = gate();
    const gone = gate();
    const host = await serve(async (request) => {
      request.signal.addEventListener("abort", () => gone.open());
      running.open();
      await gone.passed;
      return new Response("late");
    });
    const client = new AbortController();
    const pending = fetch(host.origin, { signal: client.signal });
    await running.passed;
    client.abort();
    await expect(pending).rejects.toThrow("aborted");
    await gone.passed;
    expect(host.errors).toEqual([]);
  });

  it("answers 500 without a word of what was thrown [case R11]", async () => {
    const host = await serve(async () => {
      throw new Error("password=hunter2");
    });
    const response = await fetch(host.origin);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("hunter2");
    expect(host.errors).toHaveLength(1);
  });

  it("answers 413 to a body over the limit, announced or not", async () => {
    const host = await serve(async (request) => new Response(await request.text()), {
      maxRequestBytes: 10,
    });
    const announced = await fetch(host.origin, { method: "POST", body: "x".repeat(11) });
    expect(announced.status).toBe(413);
    const chunked = await fetch(host.origin, {
      method: "POST",
      body: new Blob(["x".repeat(6), "y".repeat(6)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const fitting = await fetch(host.origin, { method: "POST", body: "x".repeat(10) });
    expect(await fitting.text()).toBe("x".repeat(10));
  });

  it("answers 413 even where the handler hides the broken body", async () => {
    const host = await serve(
      async (request) => new Response(await request.text().catch(() => "handled")),
      { maxRequestBytes: 10 },
    );
    const response = await fetch(host.origin, {
      method: "POST",
      body: new Blob(["x".repeat(11)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it("refuses a foreign Host before the handler sees the request", async () => {
    let calls = 0;
    const host = await serve(async () => {
      calls += 1;
      return new Response();
    });
    const status = await new Promise((resolve, reject) => {
      httpRequest(
        { port: host.port, host: "127.0.0.1", headers: { host: "evil.example" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .once("error", reject)
        .end();
    });
    expect(status).toBe(403);
    expect(calls).toBe(0);
  });

  it("answers 400 to a target that is no path", async () => {
    const host = await serve(async () => new Response("ok"));
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(host.port, "127.0.0.1", () => {
        socket.write("GET http://evil.example/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      });
      socket.once("data", (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.once("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });

  it("says which port is in use, and what to do", async () => {
    const host = await serve(async () => new Response());
    const second = serve(async () => new Response(), { port: host.port });
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`Port ${host.port} on 127.0.0.1 is in use`);
  });

  it.each(["0.0.0.0", "::", "192.168.1.2", "docs.example"])("refuses to bind %s", async (name) => {
    await expect(serve(async () => new Response(), { hostname: name })).rejects.toThrow(
      "not a loopback address",
    );
  });

  it("finishes requests in flight when it closes, and takes no new ones", async () => {
    const running = gate();
    const held = gate();
    const host = await serve(async () => {
      running.open();
      await held.passed;
      return new Response("done");
    });
    const pending = fetch(host.origin);
    await running.passed;
    const closed = host.close();
    await expect(fetch(`${host.origin}/late`, { keepalive: false })).rejects.toThrow(
      "fetch failed",
    );
    held.open();
    expect(await (await pending).text()).toBe("done");
    await closed;
  });

  it("cuts what does not finish within the grace period", async () => {
    const running = gate();
    const host = await serve(
      () =>
        new Promise<Response>(() => {
          running.open();
        }),
    );
    const pending = fetch(host.origin);
    await running.passed;
    await Promise.all([host.close(20), expect(pending).rejects.toThrow("fetch failed")]);
  });
});
