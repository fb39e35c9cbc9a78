/** What the stub answers. */
export interface StubAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const SHA = "5ca1ab1e".padEnd(40, "0");
export const ALICE = "alice-token";
export const BOB = "bob-token";

/** Who may see a repository: everybody, or one token. */
const READERS: Readonly<Record<string, string | undefined>> = {
  "acme/tools": undefined,
  "alice/diary": ALICE,
  "bob/diary": BOB,
};

const NOT_FOUND: StubAnswer = { status: 404, body: { message: "not found" } };
const TIME = "2026-01-02T03:04:05Z";

/** Looks a path up as a Forgejo would, with the rights of a token. */
export function findAnswer(path: string, token: string | undefined): StubAnswer {
  const url = new URL(path, "http://stub");
  const parts = url.pathname.replace("/api/v1/", "").split("/").map(decodeURIComponent);
  const page = Number(url.searchParams.get("page") ?? 1);
  const limit = Math.min(Number(url.searchParams.get("limit") ?? 30), 50);
  if (token !== undefined && token !== ALICE && token !== BOB) return { status: 401, body: {} };
  const cut = (rows: readonly unknown[]): StubAnswer => ({
    status: 200,
    headers: { "x-total-count": String(rows.length) },
    body: rows.slice((page - 1) * limit, page * limit),
  });
  if (url.pathname === "/api/v1/version") return { status: 200, body: { version: "stub" } };
  if (url.pathname === "/api/v1/settings/api")
    return { status: 200, body: { max_response_items: 50 } };
  if (parts[0] === "users")
    return parts[1] === "acme" ? { status: 200, body: user("acme") } : NOT_FOUND;
  if (parts[0] === "orgs") return parts[1] === "acme" ? { status: 200, body: {} } : NOT_FOUND;
  if (parts[0] !== "repos") return NOT_FOUND;
  if (parts[1] === "search") {
    const seen = Object.entries(READERS).filter(([, who]) => who === undefined || who === token);
    const { body, ...rest } = cut(seen.map(([name]) => repo(name)));
    return { ...rest, body: { ok: true, data: body } };
  }
  const name = `${parts[1]}/${parts[2]}`;
  if (!(name in READERS) || (READERS[name] !== undefined && READERS[name] !== token))
    return NOT_FOUND;
  return inRepo(name, parts.slice(3), cut);
}

function inRepo(
  name: string,
  [kind, id = "", part]: readonly string[],
  cut: (rows: readonly unknown[]) => StubAnswer,
): StubAnswer {
  if (kind === undefined) return ok(repo(name));
  if (kind === "git") return part === SHA ? ok(commit(name)) : NOT_FOUND;
  if (kind === "commits" && part === "status") {
    const { body, ...rest } = cut(statuses());
    const rows = body as { status: string }[];
    const state = rows.some(({ status }) => status === "failure") ? "failure" : "success";
    return { ...rest, body: { sha: id, state, statuses: rows, total_count: rows.length } };
  }
  if (kind === "issues" && id === "") return cut(issues(name));
  if (kind === "issues" && id === "comments") return comment(name, Number(part));
  if (kind === "issues" && id === "1")
    return part === "comments" ? thread(commentsFor(name, "issues", 1, 74)) : ok(issue(name, 1));
  if (id === "2" && part === "comments") return thread(commentsFor(name, "pulls", 2, 31));
  if (kind === "issues" && id === "2")
    return ok({ ...issue(name, 2), pull_request: { merged: false } });
  if (kind === "pulls" && id === "2")
    return part === "reviews" ? withHidden(cut(reviews())) : ok(pull(name));
  return NOT_FOUND;
}

/** Forgejo counts other people's pending reviews, and leaves them out. */
function withHidden(page: StubAnswer): StubAnswer {
  return { ...page, headers: { "x-total-count": "40" } };
}

function ok(body: unknown): StubAnswer {
  return { status: 200, body };
}

function thread(rows: readonly unknown[]): StubAnswer {
  return { status: 200, headers: { "x-total-count": String(rows.length) }, body: rows };
}

function comment(name: string, id: number): StubAnswer {
  if (id === 999) return { status: 204 };
  const all = [...commentsFor(name, "issues", 1, 74), ...commentsFor(name, "pulls", 2, 31)];
  const found = all.find((each) => each.id === id);
  return found === undefined ? NOT_FOUND : { status: 200, body: found };
}

/** A thread, oldest first, as Forgejo gives it. */
export function commentsFor(name: string, kind: "issues" | "pulls", index: number, many: number) {
  return Array.from({ length: many }, (_, at) => ({
    id: index * 1000 + at,
    html_url: `http://stub/${name}/${kind}/${index}#issuecomment-${index * 1000 + at}`,
    issue_url: kind === "issues" ? `http://stub/${name}/issues/${index}` : "",
    pull_request_url: kind === "pulls" ? `http://stub/${name}/pulls/${index}` : "",
    user: user("carol"),
    body: `Comment ${at} in ${name}: ${"wörter 👩‍👩‍👧 ".repeat(at % 25)}`,
    created_at: TIME,
    updated_at: TIME,
  }));
}

function user(login: string) {
  return {
    id: 7,
    login,
    full_name: "",
    avatar_url: `http://stub/avatars/${login}`,
    html_url: `http://stub/${login}`,
    created: TIME,
    location: "",
    website: "",
    description: "",
    email: "private@stub.example",
  };
}

function repo(name: string) {
  const [owner = "", short = ""] = name.split("/");
  return {
    id: 3,
    owner: user(owner),
    name: short,
    full_name: name,
    description: `Of ${owner}`,
    private: owner !== "acme",
    internal: false,
    archived: false,
    fork: false,
    default_branch: "main",
    created_at: TIME,
    updated_at: TIME,
    html_url: `http://stub/${name}`,
    stars_count: 1,
    forks_count: 2,
    watchers_count: 3,
    open_issues_count: 1,
    open_pr_counter: 1,
  };
}

function commit(name: string) {
  const who = { name: "Càrol", email: "carol@people.example", date: TIME };
  return {
    sha: SHA,
    created: TIME,
    html_url: `http://stub/${name}/commit/${SHA}`,
    author: user("carol"),
    committer: null,
    parents: null,
    commit: {
      message: "Subject\n\nA body",
      author: who,
      committer: who,
      tree: { sha: "ab".repeat(20) },
    },
  };
}

function statuses() {
  return Array.from({ length: 65 }, (_, at) => ({
    id: at + 1,
    status: at === 3 ? "failure" : "success",
    context: `check ${at}`,
    description: "",
    target_url: "",
    creator: user("carol"),
    created_at: TIME,
    updated_at: TIME,
  })).toReversed();
}

function issue(name: string, index: number) {
  return {
    number: index,
    title: `Tïtle of ${name}`,
    body: `Text of ${name}`,
    state: "open",
    user: user("carol"),
    labels: [{ name: "bug" }],
    assignees: null,
    milestone: null,
    comments: 74,
    created_at: TIME,
    updated_at: TIME,
    closed_at: null,
    due_date: null,
    html_url: `http://stub/${name}/issues/${index}`,
    pull_request: null,
  };
}

function issues(name: string) {
  return [issue(name, 1)];
}

function pull(name: string) {
  return {
    ...issue(name, 2),
    draft: false,
    merged_at: null,
    merge_commit_sha: null,
    mergeable: true,
    head: { ref: "refs/pull/2/head", sha: SHA, repo: null },
    base: { ref: "main", sha: SHA, repo: repo(name) },
    requested_reviewers: null,
  };
}

function reviews() {
  return Array.from({ length: 35 }, (_, at) => ({
    id: at + 1,
    user: user("carol"),
    team: null,
    state: "COMMENT",
    body: `Review ${at}`,
    commit_id: SHA,
    stale: false,
    dismissed: false,
    comments_count: 0,
    submitted_at: TIME,
    html_url: "http://stub/review",
  }));
}
