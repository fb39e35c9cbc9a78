import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, jsonOf, serveHttp, type Served, type TestClient } from "../clients.ts";
import { startStubForgejo, type StubForgejo } from "../stub-forgejo.ts";
import { ALICE, SHA } from "../stub-world.ts";

let forgejo: StubForgejo;
let served: Served;
let client: TestClient;
beforeAll(async () => {
  forgejo = await startStubForgejo();
  served = await serveHttp(forgejo.url);
  client = await connect(served, ALICE);
});
afterAll(async () => {
  await client.close();
  await served.close();
  await forgejo.close();
});

const ARGUMENTS: Record<string, Record<string, unknown>> = {
  list_issue_comments: { owner: "acme", repo: "tools", index: 1 },
  list_pull_reviews: { owner: "acme", repo: "tools", index: 2 },
  list_commit_statuses: { owner: "acme", repo: "tools", sha: SHA },
  list_issues: { owner: "acme", repo: "tools" },
  list_repos: {},
};

interface ToolPage {
  readonly rows: readonly Record<string, unknown>[];
  readonly page: number;
  readonly limit: number;
  readonly total?: number;
  readonly has_more: boolean;
}

async function page(tool: string, args: Record<string, unknown> = {}): Promise<ToolPage> {
  const { structured } = await client.call(tool, { ...ARGUMENTS[tool], ...args });
  return structured as ToolPage;
}

/** Every `forgejo://` address in a result, wherever it is. */
function addressesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"(forgejo:\/\/[^"]+)"/g)].map(([, uri]) => uri ?? "");
}

function idOf(row: Record<string, unknown>): unknown {
  return row["id"] ?? row["index"] ?? row["full_name"];
}

describe("the tools", () => {
  it.each(Object.keys(ARGUMENTS))("%s: pages of any size are the same list", async (tool) => {
    const whole: unknown[] = [];
    for (let number = 1; ; number += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const { rows, has_more: more, total } = await page(tool, { page: number, limit: 9 });
      whole.push(...rows.map(idOf));
      if (more) continue;
      expect(whole).toHaveLength(total ?? -1);
      break;
    }
    expect(new Set(whole).size).toBe(whole.length);
    const { rows } = await page(tool, { limit: 50 });
    expect(rows.map(idOf)).toEqual(whole.slice(0, 50));
  });

  it("past the end there is nothing, and nothing more", async () => {
    for (const tool of Object.keys(ARGUMENTS)) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await page(tool, { page: 40 })).toMatchObject({ rows: [], page: 40, has_more: false });
    }
  });

  it("the text is the structured result", async () => {
    const { text, structured } = await client.call("list_repos", {});
    expect(JSON.parse(text)).toEqual(structured);
    expect(structured).toEqual({
      rows: [
        expect.objectContaining({ full_name: "acme/tools", visibility: "public" }),
        expect.objectContaining({ full_name: "alice/diary", visibility: "private" }),
      ],
      page: 1,
      limit: 30,
      total: 2,
      has_more: false,
    });
  });

  it("every address in every result can be read", async () => {
    const results = await Promise.all([
      ...Object.keys(ARGUMENTS).map((tool) => page(tool, { limit: 50 })),
      page("list_issue_comments", { index: 2 }),
      jsonOf(client, "forgejo://repo/acme/tools/issue/1"),
      jsonOf(client, "forgejo://repo/acme/tools/pr/2"),
      jsonOf(client, `forgejo://repo/acme/tools/commit/${SHA}/status`),
    ]);
    const addresses = new Set(addressesIn(results));
    expect(addresses.size).toBeGreaterThan(80);
    await Promise.all([...addresses].map((uri) => jsonOf(client, uri)));
  });

  it.each([
    { owner: "..", repo: "users" },
    { owner: ".", repo: "x" },
    { owner: "a/b", repo: "x" },
    { owner: "a b", repo: "x" },
    { owner: "", repo: "x" },
    { owner: "acme", repo: "tools", page: 0 },
    { owner: "acme", repo: "tools", limit: 51 },
    { owner: "acme", repo: "tools", state: "any" },
  ])("arguments that name nothing (%j) reach nobody", async (args) => {
    const from = forgejo.requests.length;
    const outcome = await client.call("list_issues", args).catch((error: unknown) => error);
    expect(outcome).toSatisfy(
      (value) => value instanceof Error || (value as { isError: boolean }).isError,
    );
    expect(forgejo.requests.slice(from)).toEqual([]);
  });

  it("an instance that gives fewer rows is paged by what it gives", async () => {
    forgejo.intercept = ({ url }, response) => {
      if (url !== "/api/v1/settings/api") return false;
      response.end(`{"max_response_items": 1}`);
      return true;
    };
    expect(await page("list_repos", { limit: 30 })).toMatchObject({ limit: 1, has_more: true });
    expect(await page("list_repos", { page: 2 })).toMatchObject({ limit: 1, has_more: false });
    forgejo.intercept = undefined;
  });

  it("a total that cannot be true is left out; rows that are missing are a failure", async () => {
    const answering = (total: string, rows: number) => {
      forgejo.intercept = ({ url = "" }, response) => {
        if (!url.includes("/issues?")) return false;
        const row = { number: 1, title: "x", state: "open", comments: 0, labels: null };
        response.writeHead(200, total === "" ? {} : { "x-total-count": total });
        response.end(JSON.stringify(Array.from({ length: rows }, () => row)));
        return true;
      };
    };
    answering("0", 30);
    expect(await page("list_issues")).toMatchObject({ has_more: true });
    expect(await page("list_issues")).not.toHaveProperty("total");
    answering("", 30);
    expect(await page("list_issues")).toMatchObject({ has_more: true });
    answering("", 3);
    expect(await page("list_issues")).toMatchObject({ has_more: false });
    answering("5", 0);
    expect(await client.call("list_issues", ARGUMENTS["list_issues"] ?? {})).toMatchObject({
      isError: true,
      text: "Forgejo's answer could not be used. Nothing of it is shown.",
    });
    forgejo.intercept = undefined;
  });
});
