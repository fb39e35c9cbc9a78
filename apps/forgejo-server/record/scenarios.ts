import type { Persona } from "./exchange.ts";
import type { Scenery } from "./scenery.ts";

/** Paths that are recorded together, each as some personas. */
export interface Scenario {
  readonly file: string;
  readonly about: string;
  readonly asked: readonly (readonly [path: string, personas: readonly Persona[]])[];
}

const ANYBODY: readonly Persona[] = ["anonymous", "owner", "other", "bad"];
const SIGNED_IN: readonly Persona[] = ["anonymous", "owner", "other"];
const ANONYMOUS: readonly Persona[] = ["anonymous"];

function at({ owner, repo }: { owner: string; repo: string }): string {
  return `/api/v1/repos/${owner}/${repo}`;
}

function paged(path: string, pages: readonly (readonly [number, number])[]): string[] {
  const sign = path.includes("?") ? "&" : "?";
  return pages.map(([page, limit]) => `${path}${sign}page=${page}&limit=${limit}`);
}

function each(
  paths: readonly string[],
  personas: readonly Persona[],
): [string, readonly Persona[]][] {
  return paths.map((path) => [path, personas]);
}

/** Every endpoint that the server asks, and its edges. */
export function scenarios(scenery: Scenery): Scenario[] {
  const { users, ids, orgs, repos, commits, issues, pulls, comments } = scenery;
  const main = at(repos.main);
  const secret = at(repos.private);
  const noStat = "?stat=false&files=false&verification=false";
  const commit = (repo: string, sha: string): string => `${repo}/git/commits/${sha}${noStat}`;
  /** Whole, page by page; the last two check what a replay computes from the others. */
  const WHOLE = [
    [1, 30],
    [2, 30],
    [3, 30],
    [16, 2],
    [2, 50],
  ] as const;
  const search = "/api/v1/repos/search?sort=id&order=desc";

  return [
    {
      file: "server.json",
      about: "Version and API settings",
      asked: [
        ["/api/v1/version", [...ANYBODY, "narrow", "barred"]],
        ["/api/v1/settings/api", [...ANYBODY, "narrow", "barred"]],
        ["/api/v1/there/is/no/such/path", ANONYMOUS],
      ],
    },
    {
      file: "owners.json",
      about:
        "Users and organisations: public, limited, hidden, renamed, each asked as the other kind",
      asked: [
        ...each(
          [`/api/v1/users/${users.owner}`, `/api/v1/users/${users.other}`],
          [...ANYBODY, "narrow", "barred"],
        ),
        ...each(
          [
            `/api/v1/users/${users.limited}`,
            `/api/v1/users/${users.hidden}`,
            `/api/v1/users/${users.renamedTo}`,
            `/api/v1/users/${users.renamedFrom}`,
            `/api/v1/users/nobody`,
            `/api/v1/users/Ghost`,
            ...Object.values(orgs).map((org) => `/api/v1/users/${org}`),
            ...Object.values(orgs).map((org) => `/api/v1/orgs/${org}`),
            `/api/v1/orgs/${users.owner}`,
            `/api/v1/orgs/nobody`,
            `/api/v1/orgs/${users.renamedFrom}`,
          ],
          SIGNED_IN,
        ),
        [`/api/v1/orgs/${orgs.public}`, ["narrow"]],
      ],
    },
    {
      file: "repos.json",
      about: "Repositories of each visibility, archived, empty, forked, renamed, unknown",
      asked: [
        [main, [...ANYBODY, "narrow", "barred"]],
        [secret, [...ANYBODY, "narrow"]],
        ["/api/v1/repos/Paper-Mill/ALMANAC", ANONYMOUS],
        ...each([repos.internal, repos.limited].map(at), SIGNED_IN),
        ...each(
          [
            repos.renamedFrom,
            repos.renamedTo,
            repos.archived,
            repos.empty,
            repos.withoutIssues,
            repos.fork,
          ].map(at),
          ANONYMOUS,
        ),
        ["/api/v1/repos/paper-mill/nothing", SIGNED_IN],
        ["/api/v1/repos/nobody/nothing", ANONYMOUS],
      ],
    },
    {
      file: "commits.json",
      about:
        "Commits by sha: root, message of several lines, merge, unknown, in a private or renamed repository",
      asked: [
        [commit(main, commits.message), [...ANYBODY, "narrow"]],
        ...each(
          [
            commits.root,
            commits.merge,
            commits.manyStatuses,
            commits.fewStatuses,
            commits.noStatuses,
            commits.unknown,
          ].map((sha) => commit(main, sha)),
          ANONYMOUS,
        ),
        [commit(secret, commits.private), SIGNED_IN],
        [commit(main, commits.private), ANONYMOUS],
        [commit(at(repos.renamedFrom), commits.root), ANONYMOUS],
        [commit(at(repos.empty), commits.root), ANONYMOUS],
      ],
    },
    {
      file: "statuses.json",
      about: "Combined status and statuses: more than a page, few, none, of no commit",
      asked: [
        ...each(paged(`${main}/commits/${commits.manyStatuses}/status`, WHOLE), ANONYMOUS),
        ...each(
          [
            ...paged(`${main}/commits/${commits.fewStatuses}/status`, [
              [1, 30],
              [1, 50],
              [2, 30],
              [1, 1],
              [2, 1],
            ]),
            ...paged(`${main}/commits/${commits.fewStatuses}/statuses`, [[1, 30]]),
            ...paged(`${main}/commits/${commits.noStatuses}/status`, [
              [1, 30],
              [1, 50],
            ]),
            ...paged(`${main}/commits/${commits.noStatuses}/statuses`, [[1, 30]]),
            ...paged(`${main}/commits/${commits.unknown}/status`, [
              [1, 30],
              [1, 50],
            ]),
          ],
          ANONYMOUS,
        ),
        ...each(paged(`${secret}/commits/${commits.private}/status`, [[1, 30]]), SIGNED_IN),
      ],
    },
    {
      file: "issues.json",
      about:
        "Issues: full, without text, closed, private, unknown; a pull request asked as an issue",
      asked: [
        [`${main}/issues/${issues.busy}`, [...ANYBODY, "narrow"]],
        ...each(
          [issues.quiet, issues.closed, issues.unknown, ...Object.values(pulls)].map(
            (index) => `${main}/issues/${index}`,
          ),
          ANONYMOUS,
        ),
        [`${secret}/issues/${issues.private}`, SIGNED_IN],
        [`${at(repos.withoutIssues)}/issues/1`, ANONYMOUS],
        [`${at(repos.renamedFrom)}/issues/1`, ANONYMOUS],
      ],
    },
    {
      file: "comments.json",
      about:
        "Comments: a thread longer than 30, single ones, a deleted author, a comment on code (204), unknown",
      asked: [
        [`${main}/issues/${issues.busy}/comments`, ANYBODY],
        [`${main}/issues/${issues.quiet}/comments?page=2&limit=5`, ANONYMOUS],
        ...each(
          [issues.quiet, issues.closed, issues.unknown, ...Object.values(pulls)].map(
            (index) => `${main}/issues/${index}/comments`,
          ),
          ANONYMOUS,
        ),
        ...each(
          [
            comments.busy.at(-1),
            comments.busy.at(-2),
            comments.busy[0],
            comments.quiet,
            comments.pull,
            comments.ghost,
            comments.code,
            comments.unknown,
          ].map((id) => `${main}/issues/comments/${id}`),
          ANONYMOUS,
        ),
        [`${main}/issues/comments/${comments.private}`, ANONYMOUS],
        [`${secret}/issues/${issues.private}/comments`, SIGNED_IN],
        [`${secret}/issues/comments/${comments.private}`, SIGNED_IN],
      ],
    },
    {
      file: "pulls.json",
      about:
        "Pull requests: head deleted, draft, merged, reviewed, conflicting, closed, unknown, an issue's number",
      asked: [
        [`${main}/pulls/${pulls.reviewed}`, ["anonymous", "owner", "narrow"]],
        ...each(
          [
            pulls.headDeleted,
            pulls.draft,
            pulls.merged,
            pulls.conflicting,
            pulls.closed,
            issues.busy,
            issues.unknown,
          ].map((index) => `${main}/pulls/${index}`),
          ANONYMOUS,
        ),
        [`${secret}/pulls/1`, ANONYMOUS],
      ],
    },
    {
      file: "reviews.json",
      about: "Reviews of a pull request: more than a page, none",
      asked: [
        ...each(paged(`${main}/pulls/${pulls.reviewed}/reviews`, WHOLE), ANONYMOUS),
        ...each(
          [
            pulls.headDeleted,
            pulls.draft,
            pulls.merged,
            pulls.conflicting,
            pulls.closed,
            issues.busy,
          ].flatMap((index) => paged(`${main}/pulls/${index}/reviews`, [[1, 30]])),
          ANONYMOUS,
        ),
      ],
    },
    {
      file: "lists.json",
      about: "Lists of issues, pull requests and repositories, by page",
      asked: [
        ...each(
          [
            ...paged(`${main}/issues?type=issues&state=open`, [[1, 30]]),
            ...paged(`${main}/issues?type=issues&state=closed`, [[1, 30]]),
            ...paged(`${main}/issues?type=issues&state=all`, [
              [1, 30],
              [2, 2],
              [3, 2],
            ]),
            ...paged(`${main}/issues?type=pulls&state=all`, [
              [1, 30],
              [2, 30],
            ]),
          ],
          ANONYMOUS,
        ),
        ...each(paged(`${secret}/issues?type=issues&state=all`, [[1, 30]]), SIGNED_IN),
        ...each(
          paged(`${at(repos.withoutIssues)}/issues?type=issues&state=all`, [[1, 30]]),
          ANONYMOUS,
        ),
        ...each(
          paged(search, [
            [1, 30],
            [2, 2],
          ]),
          ANONYMOUS,
        ),
        ...each(paged(`${search}&uid=${ids.owner}&exclusive=true`, [[1, 30]]), [
          "anonymous",
          "owner",
        ]),
        ...each(paged(`${search}&uid=${ids.publicOrg}&exclusive=true`, [[1, 30]]), ANONYMOUS),
        ...each(paged(`${search}&q=no-such-name`, [[1, 30]]), ANONYMOUS),
      ],
    },
  ];
}
