import { made, type ForgeAdmin, type Made } from "./forge-admin.ts";
import type { Scenery } from "./scenery.ts";

/** The repositories, and the commits in them. */
export interface Repositories {
  readonly repos: Scenery["repos"];
  readonly commits: Omit<Scenery["commits"], "merge">;
}

/** Says `state`, context by context; the API gives no way to say when. */
const MANY = 33;

const STATES = ["success", "pending", "warning"] as const;

/** Numbers and times follow the order of `all`. */
async function inOrder<T>(
  all: readonly T[],
  make: (one: T, at: number) => Promise<unknown>,
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  for (const [at, one] of all.entries()) await make(one, at);
}

/** Organisations, repositories, commits and their statuses. */
export async function seedRepositories(send: ForgeAdmin["send"]): Promise<Repositories> {
  const orgs = [
    { username: "paper-mill", full_name: "Papiermühle & Söhne", visibility: "public" },
    { username: "inner-circle", full_name: "Inner Circle", visibility: "limited" },
    { username: "back-office", full_name: "Back Office", visibility: "private" },
  ];
  await inOrder(orgs, (org) =>
    send(
      "POST",
      "/orgs",
      {
        ...org,
        description: "Wir schöpfen Papier. 紙",
        website: "https://mill.example",
        location: "Düren",
      },
      "mira",
    ),
  );

  const repo = (owner: string, name: string, more: object = {}): Promise<Made> =>
    send(
      "POST",
      owner === "mira" ? "/user/repos" : `/orgs/${owner}/repos`,
      { name, default_branch: "main", auto_init: false, ...more },
      "mira",
    );
  await repo("paper-mill", "almanac", { description: "Ein Almanach – 年鑑 📖 <b>&</b>" });
  await repo("mira", "diary", { private: true });
  await repo("back-office", "ledger");
  await repo("inner-circle", "minutes");
  await repo("mira", "sketches-old", { description: "Moved" });
  await repo("mira", "attic");
  await repo("mira", "empty");
  await repo("mira", "no-issues");

  let day = 0;
  const commit = async (
    path: string,
    file: string,
    text: string,
    more: object = {},
  ): Promise<string> => {
    day += 1;
    const at = `2026-01-${String(day).padStart(2, "0")}T10:00:00+02:00`;
    const answer = await send(
      "POST",
      `/repos/${path}/contents/${file}`,
      {
        content: Buffer.from(text).toString("base64"),
        author: { name: "Mira Çelik", email: "mira@people.example" },
        committer: { name: "Mira Çelik", email: "mira@people.example" },
        dates: { author: at, committer: at },
        ...more,
      },
      "mira",
    );
    return String(made(answer["commit"])["sha"]);
  };
  const main = "paper-mill/almanac";
  const root = await commit(main, "README.md", "# Almanac\n\none\ntwo\nthree\n", {
    message: "Begin",
  });
  const message = await commit(main, "größe.md", "Größe\n", {
    message:
      'Größe: Maße für 紙 und 🗞️\n\nSecond paragraph with <angle> & "quotes".\n\n- Liste – eins\n- два\n\nSigned-off-by: Åse Ødegård <ase@people.example>\n',
    author: { name: "Åse Ødegård", email: "ase@people.example" },
    committer: { name: "Robot № 7", email: "robot@people.example" },
  });
  const manyStatuses = await commit(main, "many.md", "many\n", { message: "Built often" });
  const fewStatuses = await commit(main, "few.md", "few\n", { message: "Built once" });
  const noStatuses = await commit(main, "none.md", "none\n", { message: "Never built" });
  const privateCommit = await commit("mira/diary", "README.md", "# Secret\n", {
    message: "Private subject",
  });
  await inOrder(
    ["back-office/ledger", "inner-circle/minutes", "mira/sketches-old", "mira/attic"],
    (path) => commit(path, "README.md", "# Here\n", { message: "Begin" }),
  );

  const status = (sha: string, context: string, state: string): Promise<Made> =>
    send(
      "POST",
      `/repos/${main}/statuses/${sha}`,
      {
        context,
        state,
        description: `„${context}“ ${state}`,
        target_url: `https://ci.example/${encodeURIComponent(context)}`,
      },
      "mira",
    );
  await status(manyStatuses, "ci/oldest", "failure");
  await inOrder(Array.from({ length: MANY - 1 }), (_, at) =>
    status(manyStatuses, `ci/job-${at + 1}`, STATES[at % 3] ?? "success"),
  );
  // The latest of a context counts.
  await status(fewStatuses, "ci/größe", "pending");
  await status(fewStatuses, "ci/größe", "success");
  await status(fewStatuses, "lint", "error");

  await send("PATCH", "/repos/mira/sketches-old", { name: "sketches" }, "mira");
  await send("PATCH", "/repos/mira/attic", { archived: true }, "mira");
  await send("PATCH", "/repos/mira/no-issues", { has_issues: false }, "mira");
  await send("POST", `/repos/${main}/forks`, { name: "almanac-mine" }, "bruno");
  await send("POST", `/repos/${main}/forks`, { name: "almanac" }, "noor");
  await send("PUT", `/user/starred/${main}`, undefined, "bruno");

  return {
    repos: {
      main: { owner: "paper-mill", repo: "almanac" },
      private: { owner: "mira", repo: "diary" },
      internal: { owner: "back-office", repo: "ledger" },
      limited: { owner: "inner-circle", repo: "minutes" },
      renamedFrom: { owner: "mira", repo: "sketches-old" },
      renamedTo: { owner: "mira", repo: "sketches" },
      archived: { owner: "mira", repo: "attic" },
      empty: { owner: "mira", repo: "empty" },
      withoutIssues: { owner: "mira", repo: "no-issues" },
      fork: { owner: "noor", repo: "almanac" },
    },
    commits: {
      root,
      message,
      manyStatuses,
      fewStatuses,
      noStatuses,
      private: privateCommit,
      unknown: "5".repeat(40),
    },
  };
}
