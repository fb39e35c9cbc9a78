import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, jsonOf, refusalOf, type Served } from "./clients.ts";
import { start } from "./program.ts";
import { scenery, startRecordedForgejo, TOKENS, type RecordedForgejo } from "./recorded-forgejo.ts";

const PROCESS_TOKEN = TOKENS.owner;
const { repos } = scenery;
const PRIVATE = `forgejo://repo/${repos.private.owner}/${repos.private.repo}`;

let forgejo: RecordedForgejo;
let run: ReturnType<typeof start>;
let url: URL;
beforeAll(async () => {
  forgejo = await startRecordedForgejo();
  run = start(["serve", "--port", "0"], {
    FORGEJO_URL: forgejo.url,
    FORGEJO_ACCESS_TOKEN: PROCESS_TOKEN,
    FORGEJO_USER_AGENT: "tests/1.0",
    LOG_LEVEL: "trace",
  });
  url = await new Promise((resolve, reject) => {
    run.child.stdout.on("data", () => {
      const address = /http:\S+\/mcp/.exec(run.output.stdout)?.[0];
      if (address !== undefined) resolve(new URL(address));
    });
    run.ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
});
afterAll(async () => {
  run.child.kill("SIGKILL");
  await run.ended;
  await forgejo[Symbol.asyncDispose]();
});

function served(): Served {
  return { url, close: async () => {} };
}

describe("serve, the real program", () => {
  it("reads as the request's token, and never as the process's", async () => {
    const [owner, anybody] = await Promise.all([
      connect(served(), TOKENS.owner),
      connect(served()),
    ]);
    expect(await jsonOf(owner, PRIVATE)).toMatchObject({ visibility: "private" });
    expect(await refusalOf(anybody, PRIVATE)).toMatchObject({ code: -32602 });
    expect(forgejo.seen.some(({ headers }) => headers["user-agent"] !== "tests/1.0")).toBe(false);
    await Promise.all([owner.close(), anybody.close()]);
  });

  it("logs why something was unavailable, by operation, and no token, name or answer", async () => {
    const secret = "forty-letters-that-are-no-token-of-anybody";
    const client = await connect(served(), secret);
    await refusalOf(client, PRIVATE);
    await client.call("list_issues", repos.private);
    await client.close();
    const entries = run.output.stderr
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: "forgejo refused",
        endpoint: "repository",
        status: 401,
        operationId: expect.stringMatching(/./) as string,
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: "tool failed",
        tool: "list_issues",
        cause: "UpstreamRefused",
        operationId: expect.stringMatching(/./) as string,
      }),
    );
    // Forgejo repeats a bad token in its answer.
    for (const hidden of [secret, ...Object.values(TOKENS), repos.private.repo, "access token"])
      expect(run.output.stderr).not.toContain(hidden);
  });

  it("refuses foreign hosts and origins, and answers probes", async () => {
    const post = (headers: Record<string, string>) => fetch(url, { method: "POST", headers });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    const status = (path: string) => fetch(new URL(path, url)).then((response) => response.status);
    expect(await status("/healthz")).toBe(200);
    expect(await status("/readyz")).toBe(200);
    const metrics = await (await fetch(new URL("/metrics", url))).text();
    expect(metrics).toContain("resource_operations_total");
    expect(metrics).not.toContain(repos.private.repo);
    expect(await status("/elsewhere")).toBe(404);
  });

  it("ends with 0 when it is asked to stop", async () => {
    run.child.kill("SIGTERM");
    expect((await run.ended).code).toBe(0);
  });
});
