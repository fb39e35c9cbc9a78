/** What the seed made: names are fixed, numbers and hashes are the server's. */
export interface Scenery {
  /** As `/version` says it. */
  readonly server: string;
  readonly users: {
    /** Owns `private`, belongs to every organisation. */
    readonly owner: string;
    /** A signed-in stranger. */
    readonly other: string;
    /** Visible to signed-in users only. */
    readonly limited: string;
    /** Visible to itself only. */
    readonly hidden: string;
    /** Once called this, now `renamedTo`. */
    readonly renamedFrom: string;
    readonly renamedTo: string;
  };
  /** As `uid` in searches. */
  readonly ids: { readonly owner: number; readonly publicOrg: number };
  readonly orgs: { readonly public: string; readonly limited: string; readonly private: string };
  readonly repos: Readonly<
    Record<
      | "main"
      | "private"
      | "internal"
      | "limited"
      | "renamedFrom"
      | "renamedTo"
      | "archived"
      | "empty"
      | "withoutIssues"
      | "fork",
      { readonly owner: string; readonly repo: string }
    >
  >;
  /** All in `main`, but for `private`. */
  readonly commits: {
    readonly root: string;
    /** A message of several lines, not ASCII, by somebody without an account. */
    readonly message: string;
    readonly merge: string;
    /** More statuses than fit in a page of 30; a failure is among the oldest. */
    readonly manyStatuses: string;
    readonly fewStatuses: string;
    readonly noStatuses: string;
    readonly private: string;
    readonly unknown: string;
  };
  /** All in `main`, but for `private`. */
  readonly issues: {
    /** Labels, milestone, assignees, due date, more comments than fit. */
    readonly busy: number;
    /** One comment, no text. */
    readonly quiet: number;
    readonly closed: number;
    readonly private: number;
    readonly unknown: number;
  };
  /** All in `main`. */
  readonly pulls: {
    readonly headDeleted: number;
    readonly draft: number;
    readonly merged: number;
    /** More reviews than fit, requested reviewers. */
    readonly reviewed: number;
    readonly conflicting: number;
    readonly closed: number;
  };
  readonly comments: {
    /** Of `issues.busy`, oldest first. */
    readonly busy: readonly number[];
    readonly quiet: number;
    /** Of `pulls.reviewed`, a plain comment. */
    readonly pull: number;
    /** Of a deleted user, in `issues.closed`. */
    readonly ghost: number;
    /** Of a review in `pulls.reviewed`: a comment on a line of code. */
    readonly code: number;
    readonly private: number;
    readonly unknown: number;
  };
}
