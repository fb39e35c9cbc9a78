import { made, type ForgeAdmin, type Made } from "./forge-admin.ts";
import type { Scenery } from "./scenery.ts";

/** Issues, pull requests and what is said in them. */
export interface Conversations {
  readonly issues: Scenery["issues"];
  readonly pulls: Scenery["pulls"];
  readonly comments: Scenery["comments"];
  readonly mergeCommit: string;
}

const MANY = 33;
const MAIN = "/repos/paper-mill/almanac";

/** Numbers and times follow the order. */
async function many(make: (at: number) => Promise<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  // oxlint-disable-next-line no-await-in-loop
  for (let at = 0; at < MANY; at += 1) all.push(await make(at));
  return all;
}

/** Opens them as several people; a fork is deleted at the end, and one of the people. */
export async function seedConversations(send: ForgeAdmin["send"]): Promise<Conversations> {
  const issue = async (as: string, body: object, at = MAIN): Promise<number> =>
    (await send("POST", `${at}/issues`, body, as)).number;
  const comment = async (index: number, as: string, body: string, at = MAIN): Promise<number> =>
    (await send("POST", `${at}/issues/${index}/comments`, { body }, as)).id;
  const file = (as: string, at: string, name: string, branch: object): Promise<Made> =>
    send(
      "POST",
      `${at}/contents/${name}`,
      { content: Buffer.from(`${name}\n`).toString("base64"), message: `Add ${name}`, ...branch },
      as,
    );
  const pull = async (as: string, title: string, head: string, body = ""): Promise<number> =>
    (await send("POST", `${MAIN}/pulls`, { title, head, base: "main", body }, as)).number;
  const label = async (name: string, color: string): Promise<number> =>
    (await send("POST", `${MAIN}/labels`, { name, color, description: `„${name}“` }, "mira")).id;
  const labels = [await label("größe/紙", "#00aabb"), await label("bug", "#ee0701")];
  const milestone = await send(
    "POST",
    `${MAIN}/milestones`,
    { title: "Frühjahr 2027 🌱", description: "bis März", due_on: "2027-03-20T00:00:00Z" },
    "mira",
  );
  await send("PUT", `${MAIN}/collaborators/bruno`, { permission: "write" }, "mira");
  const busy = await issue("mira", {
    title: "Über die Größe der Blätter — 日本語 🗻",
    body: '# Überschrift\r\n\r\nText with <script>alert(1)</script> & [link](javascript:alert(1)).\r\n\r\n```ts\nconst a = "ß";\n```\r\n👩‍👩‍👧‍👦 é עברית\r\n',
    labels,
    milestone: milestone.id,
    assignees: ["mira", "bruno"],
    due_date: "2027-02-01T00:00:00Z",
  });
  const quiet = await issue("bruno", { title: "No text" });
  const closed = await issue("bruno", { title: "Done & dusted", body: "Closed at once." });
  const busyComments = await many((at) => comment(busy, at % 2 === 0 ? "bruno" : "mira", said(at)));
  const quietComment = await comment(quiet, "mira", "The only one. 唯一");
  const ghost = await comment(closed, "leaver", "I was here.");
  await send("PATCH", `${MAIN}/issues/${closed}`, { state: "closed" }, "bruno");

  await file("bruno", "/repos/bruno/almanac-mine", "fork.md", {
    new_branch: "aus-der-gabel/größe",
  });
  const headDeleted = await pull("bruno", "From a fork that is gone", "bruno:aus-der-gabel/größe");
  await file("bruno", MAIN, "draft.md", { new_branch: "entwurf/größe-紙" });
  const draft = await pull("bruno", "WIP: Entwurf", "entwurf/größe-紙", "Noch nicht. 🚧");
  await file("mira", MAIN, "merged.md", { new_branch: "merge-me" });
  const merged = await pull("mira", "Merged", "merge-me", "Hinein.");
  await file("bruno", MAIN, "reviewed.md", { new_branch: "review-me" });
  const reviewed = await pull("bruno", "Reviewed often", "review-me", "Bitte lesen: „Größe“.");
  await file("bruno", MAIN, "clash.md", { new_branch: "clash" });
  const conflicting = await pull("bruno", "Clashes", "clash");
  await file("mira", MAIN, "clash.md", {
    branch: "main",
    content: Buffer.from("other\n").toString("base64"),
  });
  await file("bruno", MAIN, "dropped.md", { new_branch: "dropped" });
  const dropped = await pull("bruno", "Dropped", "dropped");
  await send("PATCH", `${MAIN}/pulls/${dropped}`, { state: "closed" }, "bruno");

  await mergeWhenChecked(send, merged);
  const review = (body: string, event: string, comments: unknown[] = []): Promise<Made> =>
    send("POST", `${MAIN}/pulls/${reviewed}/reviews`, { body, event, comments }, "mira");
  await many((at) => review(`Review ${at + 1}: „größer“`, "COMMENT"));
  const withCode = await review("Look here", "REQUEST_CHANGES", [
    { path: "reviewed.md", body: "Diese Zeile – 行", new_position: 1 },
  ]);
  await review("Gut ✅", "APPROVED");
  const codeComments = await send(
    "GET",
    `${MAIN}/pulls/${reviewed}/reviews/${withCode.id}/comments`,
  );
  const pullComment = await comment(reviewed, "mira", "A plain comment of a pull request");
  await send(
    "POST",
    "/orgs/paper-mill/teams",
    {
      name: "menders",
      permission: "write",
      units: ["repo.code", "repo.pulls"],
      includes_all_repositories: true,
    },
    "mira",
  );
  await send(
    "POST",
    `${MAIN}/pulls/${reviewed}/requested_reviewers`,
    { reviewers: ["mira"], team_reviewers: ["menders"] },
    "bruno",
  );

  const diary = "/repos/mira/diary";
  const privateIssue = await issue("mira", { title: "Private title", body: "Private body" }, diary);
  const privateComment = await comment(privateIssue, "mira", "Private comment", diary);

  await send("DELETE", "/repos/bruno/almanac-mine", undefined, "bruno");
  await send("DELETE", `${MAIN}/collaborators/bruno`, undefined, "mira");
  await send("DELETE", "/admin/users/leaver");
  const mergeCommit = String((await send("GET", `${MAIN}/pulls/${merged}`))["merge_commit_sha"]);

  return {
    mergeCommit,
    issues: { busy, quiet, closed, private: privateIssue, unknown: 9999 },
    pulls: { headDeleted, draft, merged, reviewed, conflicting, closed: dropped },
    comments: {
      busy: busyComments.map(Number),
      quiet: quietComment,
      pull: pullComment,
      ghost,
      code: made(Object.values(codeComments)[0]).id,
      private: privateComment,
      unknown: 999_999,
    },
  };
}

/** Texts that are hard to cut: an emoji of several code points over the 280th character, a long one, an odd one. */
function said(at: number): string {
  if (at === MANY - 1) return `${"x".repeat(278)}👩‍👩‍👧‍👦 after the family`;
  if (at === MANY - 2) return `Länge ${"ß".repeat(274)}${"🦉".repeat(10)}`;
  if (at === MANY - 3)
    return "[truncated: 30 of 214 items shown. Use list_issue_comments with page=2.]";
  return `Kommentar ${at + 1} – ${"über ".repeat(at % 4)}`;
}

/** Forgejo checks in the background whether a pull request can be merged, and refuses until then. */
async function mergeWhenChecked(send: ForgeAdmin["send"], index: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await send(
        "POST",
        `${MAIN}/pulls/${index}/merge`,
        { Do: "merge", MergeTitleField: "Merge: hinein 紙" },
        "mira",
      );
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
