import { connect } from "node:net";
import { request as httpRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  createMetrics,
  hostHttp,
  ListenError,
  type FetchHandler,
  type HttpHost,
} from "@org/serving";
import { gate } from "./gate.ts";

const open: HttpHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close({ graceMs: 0 })));
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

  it("listens beyond loopback where it was told to", async () => {
    const host = await serve(async () => new Response("ok"), {
      hostname: "0.0.0.0",
      reach: "anywhere",
    });
    expect(await (await fetch(`http://127.0.0.1:${host.port}/`)).text()).toBe("ok");
  });

  it("says what a page may see, to the pages that may call, and answers their preflight", async () => {
    const host = await serve(
      async () => new Response("no", { status: 401, headers: { "www-authenticate": "Bearer" } }),
      { allowed: { origins: ["https://app.example"] } },
    );
    const origin = "https://app.example";
    const answer = await fetch(host.origin, { headers: { origin } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    expect(answer.headers.get("vary")).toBe("Origin");
    const preflight = await fetch(host.origin, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, mcp-name",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization, mcp-name");
    const foreign = await fetch(host.origin, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect((await fetch(host.origin)).headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    [[], "127.0.0.1", "http"],
    [["10.0.0.0/8"], "127.0.0.1", "http"],
    [["loopback"], "198.51.100.7", "https"],
    [["loopback", "198.51.100.7"], "203.0.113.9", "https"],
  ])("with %j trusted, the caller is %s over %s", async (trustedProxies, address, protocol) => {
    const host = await serve(async (request, caller) => Response.json([request.url, caller]), {
      trustedProxies,
      allowed: { hosts: ["docs.example"] },
    });
    const response = await fetch(host.origin, {
      headers: {
        "x-forwarded-for": "203.0.113.9, 198.51.100.7",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "evil.example, docs.example",
      },
    });
    const name = protocol === "https" ? "docs.example" : `127.0.0.1:${host.port}`;
    expect(await response.json()).toEqual([
      `${protocol}://${name}/`,
      { address, protocol, host: name },
    ]);
  });

  it("refuses a foreign host that a trusted proxy was asked for", async () => {
    const host = await serve(async () => new Response(), { trustedProxies: ["loopback"] });
    const headers = { "x-forwarded-host": "evil.example" };
    expect((await fetch(host.origin, { headers })).status).toBe(403);
  });

  it("answers probes by itself, and says that it is closing before it stops listening", async () => {
    const metrics = createMetrics();
    let ready = false;
    const host = await serve(async () => new Response("handler"), {
      probes: { ready: async () => ready || Promise.reject(new Error("no")), metrics },
    });
    const get = async (path: string): Promise<[number, string]> => {
      const response = await fetch(host.origin + path);
      return [response.status, await response.text()];
    };
    expect(await get("/healthz")).toEqual([200, "ok\n"]);
    expect(await get("/readyz")).toEqual([503, "unready\n"]);
    ready = true;
    expect(await get("/readyz")).toEqual([200, "ready\n"]);
    expect(await get("/else")).toEqual([200, "handler"]);
    const [, shown] = await get("/metrics");
    expect(shown).toContain('http_requests_total{method="GET",status="503"} 1');
    const closed = host.close({ drainMs: 300 });
    expect(await get("/readyz")).toEqual([503, "closing\n"]);
    expect(await get("/else")).toEqual([200, "handler"]);
    await closed;
    await expect(fetch(host.origin)).rejects.toThrow("fetch failed");
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
    await Promise.all([
      host.close({ graceMs: 20 }),
      expect(pending).rejects.toThrow("fetch failed"),
    ]);
  });
});
