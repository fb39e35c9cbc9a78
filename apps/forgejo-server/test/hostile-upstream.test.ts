import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MAX_THREAD_BYTES } from "../src/upstream/endpoints.ts";
import { connect, jsonOf, refusalOf, serveHttp, type Served, type TestClient } from "./clients.ts";
import { startStubForgejo, type StubForgejo } from "./stub-forgejo.ts";
import { commentsFor, SHA } from "./stub-world.ts";

const ISSUE = "forgejo://repo/acme/tools/issue/1";
const PULL = "forgejo://repo/acme/tools/pr/2";
const STATUS = `forgejo://repo/acme/tools/commit/${SHA}/status`;

let forgejo: StubForgejo;
let served: Served;
let client: TestClient;
beforeAll(async () => {
  forgejo = await startStubForgejo();
  served = await serveHttp(forgejo.url, { maxConcurrent: 4, markdown: false });
  client = await connect(served);
});
afterEach(() => {
  forgejo.intercept = undefined;
});
afterAll(async () => {
  await client.close();
  await served.close();
  await forgejo.close();
});

/** Answers requests whose path ends so, and leaves the others to the world. */
function answering(end: string, respond: (response: ServerResponse, time: number) => void): void {
  let time = 0;
  forgejo.intercept = ({ url = "" }, response) => {
    if (!url.replace(/\?.*/, "").endsWith(end)) return false;
    time += 1;
    respond(response, time);
    return true;
  };
}

function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** The report of a read that failed as a whole. */
function failed(code: string) {
  return {
    code: -32603,
    data: { reason: "no_items", report: { issues: [expect.objectContaining({ code })] } },
  };
}

describe("a list that fails fails what carries it, and is never an empty list", () => {
  it.each([
    ["500", (response: ServerResponse) => void response.writeHead(500).end()],
    [
      "429 beyond the deadline",
      (response: ServerResponse) => void response.writeHead(429, { "retry-after": "86400" }).end(),
    ],
    ["not JSON", (response: ServerResponse) => void response.writeHead(200).end("<html>")],
    [
      "not UTF-8",
      (response: ServerResponse) =>
        void response.writeHead(200).end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    ["empty", (response: ServerResponse) => void response.writeHead(200).end()],
    ["null", (response: ServerResponse) => json(response, null)],
    ["an object", (response: ServerResponse) => json(response, { message: "no" })],
    ["rows without ids", (response: ServerResponse) => json(response, [{ body: "x" }])],
    [
      "fewer than counted",
      (response: ServerResponse) => json(response, [], { "x-total-count": "74" }),
    ],
    [
      "closed in the middle",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("[");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ["closed before an answer", (response: ServerResponse) => void response.destroy()],
  ])("comments: %s", async (_what, respond) => {
    answering("/comments", respond);
    expect(await refusalOf(client, ISSUE)).toMatchObject(failed("read_failed"));
    const tool = await client.call("list_issue_comments", {
      owner: "acme",
      repo: "tools",
      index: 1,
    });
    expect(tool.isError).toBe(true);
    expect(tool.structured).toBeUndefined();
  });

  it("reviews and statuses too", async () => {
    answering("/reviews", (response) => void response.writeHead(503).end());
    expect(await refusalOf(client, PULL)).toMatchObject(failed("read_failed"));
    answering("/status", (response) =>
      json(response, { state: "", sha: "", statuses: null }, { "x-total-count": "3" }),
    );
    expect(await refusalOf(client, STATUS)).toMatchObject(failed("read_failed"));
    answering("/status", (response) =>
      json(response, { state: "success", sha: "0".repeat(40), statuses: [] }),
    );
    expect(await refusalOf(client, STATUS)).toMatchObject(failed("read_failed"));
  });

  it("a list that is refused while its issue is not: unavailable", async () => {
    answering("/comments", (response) => void response.writeHead(403).end());
    expect(await refusalOf(client, ISSUE)).toMatchObject({ code: -32602, data: { uri: ISSUE } });
  });
});

describe("bounds", () => {
  it("a thread beyond its bytes does not fit, and is not read on", async () => {
    let sent = 0;
    answering("/comments", (response) => {
      response.writeHead(200);
      const chunk = `"${"x".repeat(1_048_576)}",`;
      response.write("[");
      const more = (): void => {
        if (response.destroyed) return;
        sent += chunk.length;
        if (response.write(chunk)) setImmediate(more);
        else response.once("drain", more);
      };
      more();
    });
    expect(await refusalOf(client, ISSUE)).toMatchObject(failed("budget_exceeded"));
    expect(sent).toBeLessThan(3 * MAX_THREAD_BYTES);
  });

  it("a small answer that decompresses beyond its bytes does not fit", async () => {
    const { gzipSync } = await import("node:zlib");
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, 0x20));
    answering("/comments", (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(bomb);
    });
    expect(await refusalOf(client, ISSUE)).toMatchObject(failed("budget_exceeded"));
  });

  it("pages without end do not fit", async () => {
    let pages = 0;
    answering("/reviews", (response) => {
      pages += 1;
      const rows = Array.from({ length: 50 }, (_, at) => ({ id: pages * 50 + at, body: "" }));
      json(response, rows);
    });
    expect(await refusalOf(client, PULL)).toMatchObject(failed("budget_exceeded"));
    expect(pages).toBeLessThanOrEqual(21);
  });

  it("the same page again and again is no list", async () => {
    let pages = 0;
    answering("/reviews", (response) => {
      pages += 1;
      json(
        response,
        Array.from({ length: 50 }, (_, at) => ({ id: at, body: "" })),
      );
    });
    expect(await refusalOf(client, PULL)).toMatchObject(failed("read_failed"));
    expect(pages).toBeLessThanOrEqual(22);
  });

  it("a total beyond all measure ends at once", async () => {
    answering("/reviews", (response) => json(response, [], { "x-total-count": "999999999" }));
    expect(await refusalOf(client, PULL)).toMatchObject(failed("budget_exceeded"));
  });

  it("a total that is too small hides nothing", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, body: "" }));
    forgejo.intercept = ({ url = "" }, response) => {
      if (!url.includes("/reviews")) return false;
      const page = Number(new URL(url, "http://x").searchParams.get("page"));
      json(response, rows.slice((page - 1) * 50, page * 50), { "x-total-count": "2" });
      return true;
    };
    expect((await jsonOf(client, PULL))["reviews"]).toMatchObject({ shown: 30, total: 60 });
  });

  it("Forgejo sees no more calls at once than it should", async () => {
    await Promise.all(Array.from({ length: 40 }, () => client.read(ISSUE)));
    expect(forgejo.mostAtOnce()).toBeLessThanOrEqual(4);
  });
});

describe("an upstream in trouble", () => {
  it("is tried again, and honoured when it says when", async () => {
    const times: number[] = [];
    answering("/comments", (response, time) => {
      times.push(Date.now());
      if (time === 1) response.writeHead(429, { "retry-after": "1" }).end();
      else if (time === 2) response.writeHead(502).end();
      else json(response, commentsFor("acme/tools", "issues", 1, 2), { "x-total-count": "2" });
    });
    expect((await jsonOf(client, ISSUE))["comments"]).toMatchObject({ total: 2 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it.each([301, 302, 307, 308])("a redirect (%i) is not followed: unavailable", async (status) => {
    let followed = false;
    forgejo.intercept = ({ url = "" }, response) => {
      if (url.includes("elsewhere")) followed = true;
      if (!url.endsWith("/repos/acme/tools")) return false;
      response.writeHead(status, { location: "/api/v1/repos/elsewhere/tools" }).end();
      return true;
    };
    const uri = "forgejo://repo/acme/tools";
    expect(await refusalOf(client, uri)).toMatchObject({ code: -32602, data: { uri } });
    expect(followed).toBe(false);
  });

  it.each([401, 403, 404, 410, 422])("%i is unavailable, alike", async (status) => {
    answering(
      "/repos/acme/tools",
      (response) => void response.writeHead(status).end(`{"message":"the reason"}`),
    );
    const uri = "forgejo://repo/acme/tools";
    expect(await refusalOf(client, uri)).toEqual({
      code: -32602,
      message: expect.stringContaining("Resource not found") as string,
      data: { uri },
    });
  });

  it("where it cannot say who may, nothing is permitted", async () => {
    answering("/repos/acme/tools", (response) => void response.writeHead(500).end("oops"));
    expect(await refusalOf(client, "forgejo://repo/acme/tools")).toMatchObject({
      code: -32603,
      data: { reason: "policy_failed", retryable: true },
    });
  });
});
