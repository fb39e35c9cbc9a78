import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { StreamableHTTPClientTransport, Client } from "@modelcontextprotocol/client";
import { inspect } from "node:util";
import { callerOfRequest } from "../src/serving/caller-of-request.ts";
import { Caller } from "../src/upstream/caller.ts";
import { connect, jsonOf, refusalOf, serveHttp, type Served, type TestClient } from "./clients.ts";
import { startStubForgejo, type StubForgejo } from "./stub-forgejo.ts";
import { ALICE, BOB } from "./stub-world.ts";

let forgejo: StubForgejo;
let served: Served;
let alice: TestClient;
let bob: TestClient;
let anybody: TestClient;
beforeAll(async () => {
  forgejo = await startStubForgejo();
  served = await serveHttp(forgejo.url);
  [alice, bob, anybody] = await Promise.all([
    connect(served, ALICE),
    connect(served, BOB),
    connect(served),
  ]);
});
beforeEach(() => {
  forgejo.intercept = undefined;
  forgejo.revoked.clear();
});
afterAll(async () => {
  await Promise.all([alice, bob, anybody].map((client) => client.close()));
  await served.close();
  await forgejo.close();
});

const DIARIES = [
  "forgejo://repo/alice/diary",
  "forgejo://repo/alice/diary/issue/1",
  "forgejo://repo/alice/diary/pr/2",
  "forgejo://repo/bob/diary",
  "forgejo://repo/bob/diary/issue/1",
  "forgejo://repo/bob/diary/pr/2",
];

async function reposOf(client: TestClient): Promise<string[]> {
  const { structured } = await client.call("list_repos", {});
  return (structured as { rows: { full_name: string }[] }).rows.map((row) => row.full_name);
}

describe("two callers, interleaved by the hundred", () => {
  it("each gets its own and never a trace of the other's", async () => {
    const uris = Array.from({ length: 120 }, (_, at) => DIARIES[at % DIARIES.length] ?? "");
    const outcomes = await Promise.all(
      uris.flatMap((uri) =>
        [alice, bob].map(async (client) => {
          const [own, strange] = client === alice ? ["/alice/", "bob"] : ["/bob/", "alice"];
          if (!uri.includes(own)) return refusalOf(client, uri);
          return JSON.stringify(await client.read(uri)).includes(strange) ? "strange" : "own";
        }),
      ),
    );
    const expected = uris.flatMap((uri) => {
      const refused = {
        code: -32602,
        message: expect.stringContaining("Resource not found") as string,
        data: { uri },
      };
      return uri.includes("/alice/") ? ["own", refused] : [refused, "own"];
    });
    expect(outcomes).toEqual(expected);
  });

  it("what is not there and what is not theirs is the same to them", async () => {
    const hidden = await refusalOf(bob, "forgejo://repo/alice/diary");
    const missing = await refusalOf(bob, "forgejo://repo/alice/nothing");
    expect({ ...missing, data: null }).toEqual({ ...hidden, data: null });
    expect(await refusalOf(anybody, "forgejo://repo/alice/diary")).toEqual(hidden);
  });

  it("each of them lists what it may see", async () => {
    expect(await reposOf(alice)).toEqual(["acme/tools", "alice/diary"]);
    expect(await reposOf(bob)).toEqual(["acme/tools", "bob/diary"]);
    expect(await reposOf(anybody)).toEqual(["acme/tools"]);
  });

  it("a failure of the one says nothing to the other", async () => {
    forgejo.intercept = ({ headers }, response) => {
      if (headers.authorization !== `token ${ALICE}`) return false;
      response.writeHead(500).end(`{"message":"alice's secret stack trace"}`);
      return true;
    };
    const [failed, read] = await Promise.all([
      refusalOf(alice, "forgejo://repo/acme/tools"),
      jsonOf(bob, "forgejo://repo/acme/tools"),
    ]);
    expect(failed).toMatchObject({
      code: -32603,
      data: { reason: "policy_failed", retryable: true },
    });
    expect(JSON.stringify(failed)).not.toContain("secret");
    expect(read["full_name"]).toBe("acme/tools");
  });
});

describe("the credential", () => {
  it("is the request's own header; MCP's Authorization goes nowhere", async () => {
    const client = new Client({ name: "t", version: "1" });
    const headers = { authorization: `Bearer ${ALICE}` };
    await client.connect(
      new StreamableHTTPClientTransport(served.url, { requestInit: { headers } }),
    );
    const from = forgejo.requests.length;
    await client.readResource({ uri: "forgejo://repo/acme/tools" });
    await client.close();
    const asked = forgejo.requests.slice(from);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  it("without a header is nobody's, whatever the process holds", async () => {
    expect(callerOfRequest(new Headers())?.headers()).toEqual({});
    expect(callerOfRequest(undefined)?.headers()).toEqual({});
  });

  it.each(["", "two words", "x".repeat(256)])("that is none (%j) gets nothing", (token) => {
    expect(callerOfRequest(new Headers({ "x-forgejo-token": token }))).toBeUndefined();
  });

  it("is in no key and no inspection", () => {
    const caller = new Caller("very-secret");
    expect(inspect(caller, { depth: 5, showHidden: true })).not.toContain("very-secret");
    expect(JSON.stringify(caller)).not.toContain("very-secret");
    expect(caller.key).toBe(new Caller("very-secret").key);
    expect(caller.key).not.toBe(new Caller("very-secret2").key);
  });
});

describe("a right that is withdrawn during a read [READ-7]", () => {
  const uri = "forgejo://repo/alice/diary/issue/1";
  const notFound = { code: -32602, data: { uri } };

  it("between the decision and the body: unavailable", async () => {
    forgejo.intercept = ({ url }) => {
      if (url?.endsWith("/comments") === true) forgejo.revoked.add(ALICE);
      return false;
    };
    expect(await refusalOf(alice, uri)).toMatchObject(notFound);
  });

  it("between the body and the second decision: unavailable, though everything was read", async () => {
    forgejo.intercept = ({ url }, response) => {
      if (url?.endsWith("/comments") === true)
        response.once("finish", () => forgejo.revoked.add(ALICE));
      return false;
    };
    expect(await refusalOf(alice, uri)).toMatchObject(notFound);
  });

  it("asks once before and once after, and once for the body's list", async () => {
    const from = forgejo.requests.length;
    await alice.read(uri);
    expect(forgejo.requests.slice(from).map(({ path }) => path)).toEqual([
      "/api/v1/repos/alice/diary/issues/1",
      "/api/v1/repos/alice/diary/issues/1/comments",
      "/api/v1/repos/alice/diary/issues/1",
    ]);
  });

  it("a conditional request spares the second answer where Forgejo has validators", async () => {
    const conditions: unknown[] = [];
    forgejo.intercept = ({ url, headers }, response) => {
      if (url !== "/api/v1/repos/acme/tools") return false;
      conditions.push(headers["if-none-match"]);
      if (headers["if-none-match"] === '"v1"') {
        response.writeHead(304).end();
        return true;
      }
      response.setHeader("etag", '"v1"');
      return false;
    };
    expect((await jsonOf(alice, "forgejo://repo/acme/tools"))["full_name"]).toBe("acme/tools");
    expect(conditions).toEqual([undefined, '"v1"']);
  });
});
