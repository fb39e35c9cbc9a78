import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CLIENTS,
  connect,
  jsonOf,
  refusalOf,
  serveHttp,
  type Content,
  type Served,
  type TestClient,
} from "./clients.ts";
import { scenery, startRecordedForgejo, TOKENS, type RecordedForgejo } from "./recorded-forgejo.ts";

// What a real Forgejo answered, or one that is running: see fixtures/README.md.
const { commits, comments, issues, orgs, pulls, repos, users } = scenery;
const MAIN = `forgejo://repo/${repos.main.owner}/${repos.main.repo}`;
const PRIVATE = `forgejo://repo/${repos.private.owner}/${repos.private.repo}`;
const at = (name: { owner: string; repo: string }) => `forgejo://repo/${name.owner}/${name.repo}`;

let forgejo: RecordedForgejo;
let served: Served;
let url: URL;
beforeAll(async () => {
  forgejo = await startRecordedForgejo();
  url = new URL(forgejo.url);
  served = await serveHttp(url);
});
afterAll(async () => {
  await served.close();
  await forgejo[Symbol.asyncDispose]();
});

/** An object's members, and those of what is in it, by path. */
function members(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => members(inner, `${path}/${key}`));
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const LINK = expect.stringMatching(/^https?:/) as string;
const SHA = expect.stringMatching(/^[0-9a-f]{40}$/) as string;

/** Each row of the table: an address, and what is the first content. */
const ROWS: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    `forgejo://owner/${users.owner}`,
    { login: users.owner, kind: "user", created_at: TIME, html_url: LINK },
  ],
  [`forgejo://owner/${orgs.public}`, { login: orgs.public, kind: "organization" }],
  [
    MAIN,
    {
      full_name: `${repos.main.owner}/${repos.main.repo}`,
      owner: repos.main.owner,
      visibility: "public",
      default_branch: "main",
      archived: false,
      fork: false,
      counts: {
        stars: expect.any(Number) as number,
        forks: 1,
        watchers: expect.any(Number) as number,
        open_issues: expect.any(Number) as number,
        open_pull_requests: expect.any(Number) as number,
      },
    },
  ],
  [at(repos.archived), { archived: true }],
  [at(repos.fork), { fork: true }],
  [at(repos.empty), { full_name: "mira/empty" }],
  [
    `${MAIN}/commit/${commits.message}`,
    { sha: commits.message, parents: [SHA], created_at: TIME, html_url: LINK },
  ],
  [`${MAIN}/commit/${commits.root}`, { sha: commits.root, parents: [] }],
  [`${MAIN}/commit/${commits.merge}`, { parents: [SHA, SHA] }],
  [
    `${MAIN}/commit/${commits.manyStatuses}/status`,
    { sha: commits.manyStatuses, state: "failure", total_count: 33 },
  ],
  [`${MAIN}/commit/${commits.fewStatuses}/status`, { state: "failure", total_count: 2 }],
  [
    `${MAIN}/commit/${commits.noStatuses}/status`,
    { sha: commits.noStatuses, state: "unknown", total_count: 0, statuses: { rows: [], total: 0 } },
  ],
  [
    `${MAIN}/issue/${issues.busy}`,
    { index: issues.busy, state: "open", comments_count: 33, due_date: TIME },
  ],
  [`${MAIN}/issue/${issues.quiet}`, { comments: { rows: [expect.anything()], total: 1 } }],
  [`${MAIN}/issue/${issues.closed}`, { state: "closed", closed_at: TIME }],
  [
    `${MAIN}/pr/${pulls.reviewed}`,
    {
      index: pulls.reviewed,
      draft: false,
      base: { ref: "main", sha: SHA, repo: "paper-mill/almanac" },
    },
  ],
  [`${MAIN}/pr/${pulls.draft}`, { draft: true }],
  [`${MAIN}/pr/${pulls.merged}`, { state: "closed", merged_at: TIME, merge_commit_sha: SHA }],
  [`${MAIN}/pr/${pulls.conflicting}`, { mergeable: false }],
  [`${MAIN}/pr/${pulls.closed}`, { state: "closed" }],
  [
    `${MAIN}/issue/${issues.quiet}/comment/${comments.quiet}`,
    { id: comments.quiet, kind: "issue", index: issues.quiet, created_at: TIME },
  ],
  [`${MAIN}/pr/${pulls.reviewed}/comment/${comments.pull}`, { id: comments.pull, kind: "pr" }],
];

/** What there is a text of, and the text as it came from Forgejo. */
const TEXTS = [
  `${MAIN}/commit/${commits.message}`,
  `${MAIN}/issue/${issues.busy}`,
  `${MAIN}/pr/${pulls.reviewed}`,
  `${MAIN}/issue/${issues.quiet}/comment/${comments.quiet}`,
];

const REFUSED = [
  `forgejo://owner/nobody`,
  `forgejo://owner/${users.renamedFrom}`,
  `forgejo://owner/${users.hidden}`,
  at(repos.renamedFrom),
  PRIVATE,
  "forgejo://repo/nobody/nothing",
  `${MAIN}/commit/${commits.unknown}`,
  `${MAIN}/commit/${commits.unknown}/status`,
  `${MAIN}/commit/${commits.private}`,
  `${MAIN}/issue/${issues.unknown}`,
  `${MAIN}/issue/${pulls.reviewed}`,
  `${MAIN}/issue/${pulls.reviewed}/markdown`,
  `${MAIN}/pr/${issues.busy}`,
  `${MAIN}/issue/${issues.busy}/comment/${comments.quiet}`,
  `${MAIN}/pr/${issues.quiet}/comment/${comments.quiet}`,
  `${MAIN}/pr/${pulls.reviewed}/comment/${comments.code}`,
  `${MAIN}/issue/${issues.busy}/comment/${comments.unknown}`,
  `${PRIVATE}/issue/1`,
  `${at(repos.withoutIssues)}/issue/1`,
];

const INVALID: readonly (readonly [string, string])[] = [
  ["forgejo://owner/a%20b", "name"],
  ["forgejo://repo/a/b%2Bc", "repo"],
  [`${MAIN}/commit/${commits.root.slice(0, 7)}`, "sha"],
  [`${MAIN}/commit/${commits.root.toUpperCase()}`, "sha"],
  [`${MAIN}/issue/01`, "index"],
  [`${MAIN}/issue/0`, "index"],
  [`${MAIN}/pr/-1`, "index"],
  [`${MAIN}/pulls/1/comment/1`, "kind"],
  [`${MAIN}/issue/1/comment/1e3`, "id"],
];

describe.each(Object.entries(CLIENTS))("%s", (_name, connectWith) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectWith(served, url, undefined);
  });
  afterAll(() => client.close());

  it("reads every row of the table", async () => {
    for (const [uri, expected] of ROWS) {
      // oxlint-disable-next-line no-await-in-loop
      const json = await jsonOf(client, uri);
      expect(json, uri).toMatchObject(expected);
      // Absent rather than null, or empty.
      for (const [path, value] of members(json)) expect(value, `${uri}${path}`).not.toBeNull();
    }
  });

  it("gives each text beside its entity, and by itself", async () => {
    for (const uri of TEXTS) {
      // oxlint-disable-next-line no-await-in-loop
      const [, beside, ...others] = await client.read(uri);
      // oxlint-disable-next-line no-await-in-loop
      expect(await client.read(`${uri}/markdown`)).toEqual([beside]);
      expect(others).toEqual([]);
      expect(beside).toMatchObject({ uri: `${uri}/markdown`, mimeType: "text/markdown" });
      expect(beside?.text).not.toBe("");
    }
  });

  it("answers alike for what is not there, not permitted, moved, or something else", async () => {
    for (const uri of REFUSED) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusalOf(client, uri), uri).toEqual({
        code: -32602,
        message: expect.stringMatching(/Resource not found$|Resource not found/) as string,
        data: { uri },
      });
    }
  });

  it("says what is expected of a variable", async () => {
    for (const [uri, variable] of INVALID) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusalOf(client, uri), uri).toMatchObject({
        code: -32602,
        data: { reason: "invalid_capture", variable, expectation: expect.any(String) as string },
      });
    }
  });

  it("registers every tool that a sentinel can name", async () => {
    expect(await client.tools()).toEqual([
      "list_issue_comments",
      "list_pull_reviews",
      "list_commit_statuses",
      "list_issues",
      "list_repos",
    ]);
    expect(await client.templates()).toHaveLength(11);
  });

  it("lists repositories of an owner, and issues, whose URIs can be read", async () => {
    const calls = [
      ["list_repos", { owner: users.owner }],
      ["list_repos", {}],
      ["list_issues", { ...repos.main, state: "all" }],
      ["list_issues", { ...repos.main, kind: "pr", state: "all" }],
      ["list_issue_comments", { ...repos.main, index: issues.busy, page: 2, limit: 32 }],
    ] as const;
    for (const [tool, args] of calls) {
      // oxlint-disable-next-line no-await-in-loop
      const { structured, isError } = await client.call(tool, args);
      expect(isError).toBe(false);
      const { rows } = structured as { rows: { uri: string }[] };
      expect(rows.length).toBeGreaterThan(0);
      for (const { uri } of rows.slice(0, 3)) {
        // oxlint-disable-next-line no-await-in-loop
        await jsonOf(client, uri);
      }
    }
  });

  it("lists reviews and statuses", async () => {
    const [reviews, statuses] = await Promise.all([
      client.call("list_pull_reviews", { ...repos.main, index: pulls.reviewed }),
      client.call("list_commit_statuses", { ...repos.main, sha: commits.manyStatuses, page: 2 }),
    ]);
    expect(reviews.structured).toMatchObject({ page: 1, limit: 30, has_more: true });
    expect(statuses.structured).toMatchObject({ page: 2, total: 33, has_more: false });
  });

  it("tells a tool's caller no reason either", async () => {
    const name = repos.private;
    for (const [tool, args] of [
      ["list_issues", { ...name, state: "all" }],
      ["list_issue_comments", { ...name, index: 1 }],
      ["list_commit_statuses", { ...repos.main, sha: commits.unknown }],
      ["list_repos", { owner: "nobody" }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await client.call(tool, args)).toMatchObject({
        isError: true,
        text: "Not found, or not available to you.",
      });
    }
  });
});

interface Bounded {
  readonly rows: { readonly id: number; readonly uri?: string }[];
  readonly total: number;
  readonly truncated?: true;
  readonly shown?: number;
  readonly sentinel?: string;
  readonly next?: { tool: string; arguments: Record<string, unknown> };
}

/** Follows a list's sentinel to its end, by what it says to programs. */
async function walk(client: TestClient, list: Bounded): Promise<number[]> {
  const ids = list.rows.map(({ id }) => id);
  if (list.next === undefined) throw new Error("nothing was cut");
  const { tool, arguments: args } = list.next;
  for (let page = Number(args["page"]); ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { structured, isError } = await client.call(tool, { ...args, page });
    const { rows, has_more: more } = structured as { rows: { id: number }[]; has_more: boolean };
    if (isError || rows.length === 0) throw new Error(`page ${page} of ${tool} is empty`);
    ids.push(...rows.map(({ id }) => id));
    if (!more) return ids;
  }
}

describe("a list that was cut", () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect(served);
  });
  afterAll(() => client.close());

  it.each([
    [`${MAIN}/issue/${issues.busy}`, "comments", "list_issue_comments", 33],
    [`${MAIN}/pr/${pulls.reviewed}`, "reviews", "list_pull_reviews", undefined],
    [`${MAIN}/commit/${commits.manyStatuses}/status`, "statuses", "list_commit_statuses", 33],
  ])(
    "%s: %s go on with %s, nothing missing and nothing twice",
    async (uri, member, tool, total) => {
      const list = (await jsonOf(client, uri))[member] as Bounded;
      expect(list.rows).toHaveLength(30);
      expect(list).toMatchObject({ truncated: true, shown: 30, next: { tool } });
      expect(list.total).toBe(total ?? list.total);
      expect(list.sentinel).toBe(
        `[truncated: 30 of ${list.total} items shown. Use ${tool} with page=2, limit=30 to fetch more.]`,
      );
      const ids = await walk(client, list);
      expect(ids).toHaveLength(list.total);
      expect(new Set(ids).size).toBe(list.total);
      expect(ids).toEqual(ids.toSorted((one, other) => other - one));
      // In pages of another size, and from the first: the same order.
      const small = {
        ...list,
        rows: [],
        next: { tool, arguments: { ...list.next?.arguments, page: 1, limit: 7 } },
      };
      expect(await walk(client, small)).toEqual(ids);
    },
  );

  it("a status is the worst of all its pages, not of the first", async () => {
    const uri = `${MAIN}/commit/${commits.manyStatuses}/status`;
    const whole = await jsonOf(client, uri);
    forgejo.fault = ({ path }) =>
      path.endsWith("/settings/api")
        ? {
            kind: "answer",
            answer: { status: 200, headers: {}, body: `{"max_response_items":30}` },
          }
        : undefined;
    // Forgejo calls its first page of 30 a warning.
    expect(whole).toMatchObject({ state: "failure", total_count: 33 });
    expect(await jsonOf(client, uri)).toEqual(whole);
    forgejo.fault = () => undefined;
  });

  it("comments: the tool has what Forgejo has, and each can be read whole", async () => {
    const list = (await jsonOf(client, `${MAIN}/issue/${issues.busy}`))["comments"] as Bounded;
    expect((await walk(client, list)).toSorted((one, other) => one - other)).toEqual([
      ...comments.busy,
    ]);
    const rows = list.rows.slice(0, 5);
    for (const { uri = "", id } of rows) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await jsonOf(client, uri)).toMatchObject({ id });
    }
  });
});

describe("rights", () => {
  it("the owner reads what others do not know of", async () => {
    const owner = await connect(served, TOKENS.owner);
    expect(await jsonOf(owner, PRIVATE)).toMatchObject({ visibility: "private" });
    expect(await jsonOf(owner, at(repos.internal))).toMatchObject({ visibility: "internal" });
    expect(await jsonOf(owner, at(repos.limited))).toMatchObject({ visibility: "public" });
    expect(await jsonOf(owner, `${PRIVATE}/issue/${issues.private}`)).toMatchObject({
      comments: { total: 1 },
    });
    const uri = `${PRIVATE}/issue/${issues.private}/comment/${comments.private}`;
    expect(await jsonOf(owner, uri)).toMatchObject({ id: comments.private });
    await owner.close();
  });

  it.each(["narrow", "barred"] as const)("a token that is %s reads nothing", async (persona) => {
    const client = await connect(served, TOKENS[persona]);
    expect(await refusalOf(client, MAIN)).toMatchObject({ code: -32602, data: { uri: MAIN } });
    await client.close();
  });
});

async function hints(markdown: boolean, token: string | undefined, uri: string) {
  const own = await serveHttp(url, { markdown });
  const client = await connect(own, token);
  const { ttlMs, cacheScope } = await client.raw(uri);
  await client.close();
  await own.close();
  return { ttlMs, cacheScope };
}

describe("what a client may keep", () => {
  const commit = `${MAIN}/commit/${commits.root}`;

  it.each([
    ["a commit, anonymously, alone [SDK-4]", false, undefined, commit, 86_400_000, "public"],
    ["a commit with its text", true, undefined, commit, 86_400_000, "private"],
    ["a commit, by a token", false, TOKENS.other, commit, 86_400_000, "private"],
    [
      "a commit's status",
      true,
      undefined,
      `${MAIN}/commit/${commits.fewStatuses}/status`,
      0,
      "public",
    ],
    ["a repository", true, undefined, MAIN, 30_000, "public"],
    ["a repository, by a token", true, TOKENS.other, MAIN, 30_000, "private"],
    ["an issue", true, undefined, `${MAIN}/issue/${issues.quiet}`, 0, "private"],
    ["an owner", true, undefined, `forgejo://owner/${users.owner}`, 30_000, "private"],
  ])("%s", async (_what, markdown, token, uri, ttlMs, cacheScope) => {
    expect(await hints(markdown, token, uri)).toEqual({ ttlMs, cacheScope });
  });

  it("--no-markdown leaves one content and no address for a text", async () => {
    const own = await serveHttp(url, { markdown: false });
    const client = await connect(own);
    const contents: readonly Content[] = await client.read(`${MAIN}/issue/${issues.quiet}`);
    expect(contents).toHaveLength(1);
    expect(await client.templates()).toHaveLength(7);
    await client.close();
    await own.close();
  });
});

it("the replay had an answer to everything that was asked", () => {
  expect(forgejo.unrecorded).toEqual([]);
});
