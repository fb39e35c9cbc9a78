/** One of Forgejo's API paths, below `/api/v1`. */
export interface Endpoint {
  /** For logs: which kind, not which one. */
  readonly name: string;
  readonly path: string;
  /** An answer over this is not read. */
  readonly maxBytes: number;
}

/** Names of a repository. */
export interface RepoName {
  readonly owner: string;
  readonly repo: string;
}

/** One entity with its text: Forgejo's own limit on a text is lower, unless it was raised. */
const MAX_ENTITY_BYTES = 1_048_576;
/** A page of at most 50 rows. */
const MAX_PAGE_BYTES = 4_194_304;
/** A whole thread of comments, with their texts: Forgejo does not page it. */
export const MAX_THREAD_BYTES = 8_388_608;

const encode = encodeURIComponent;

function entity(name: string, path: string): Endpoint {
  return { name, path, maxBytes: MAX_ENTITY_BYTES };
}

function page(
  name: string,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Endpoint {
  const text = Object.entries(query).map(([key, value]) => `${key}=${encode(value)}`);
  return { name, path: `${path}?${text.join("&")}`, maxBytes: MAX_PAGE_BYTES };
}

function repoPath({ owner, repo }: RepoName): string {
  return `/repos/${encode(owner)}/${encode(repo)}`;
}

/** Which page, 1-based. */
export interface PageOf {
  readonly page: number;
  readonly limit: number;
}

/** Every endpoint that this server asks. */
export const ENDPOINTS = {
  version: (): Endpoint => entity("version", "/version"),
  apiSettings: (): Endpoint => entity("api settings", "/settings/api"),
  user: (name: string): Endpoint => entity("user", `/users/${encode(name)}`),
  organization: (name: string): Endpoint => entity("organization", `/orgs/${encode(name)}`),
  repo: (name: RepoName): Endpoint => entity("repository", repoPath(name)),
  commit: (name: RepoName, sha: string): Endpoint =>
    entity(
      "commit",
      `${repoPath(name)}/git/commits/${encode(sha)}?stat=false&files=false&verification=false`,
    ),
  combinedStatus: (name: RepoName, sha: string, { page: number, limit }: PageOf): Endpoint =>
    page("combined status", `${repoPath(name)}/commits/${encode(sha)}/status`, {
      page: number,
      limit,
    }),
  issue: (name: RepoName, index: string): Endpoint =>
    entity("issue", `${repoPath(name)}/issues/${encode(index)}`),
  pull: (name: RepoName, index: string): Endpoint =>
    entity("pull request", `${repoPath(name)}/pulls/${encode(index)}`),
  comment: (name: RepoName, id: string): Endpoint =>
    entity("comment", `${repoPath(name)}/issues/comments/${encode(id)}`),
  comments: (name: RepoName, index: string): Endpoint => ({
    name: "comments",
    path: `${repoPath(name)}/issues/${encode(index)}/comments`,
    maxBytes: MAX_THREAD_BYTES,
  }),
  reviews: (name: RepoName, index: string, { page: number, limit }: PageOf): Endpoint =>
    page("reviews", `${repoPath(name)}/pulls/${encode(index)}/reviews`, { page: number, limit }),
  issues: (
    name: RepoName,
    filter: { readonly type: "issues" | "pulls"; readonly state: string },
    { page: number, limit }: PageOf,
  ): Endpoint => page("issues", `${repoPath(name)}/issues`, { ...filter, page: number, limit }),
  repos: (
    filter: { readonly uid?: number | undefined; readonly q?: string | undefined },
    { page: number, limit }: PageOf,
  ): Endpoint =>
    page("repositories", "/repos/search", {
      ...(filter.uid !== undefined && { uid: filter.uid, exclusive: "true" }),
      ...(filter.q !== undefined && { q: filter.q }),
      sort: "id",
      order: "desc",
      page: number,
      limit,
    }),
} as const;
