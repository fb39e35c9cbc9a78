import { spawnSync } from "node:child_process";

/** What git prints, trimmed, or `undefined` when it fails. */
export function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The commit that a change starts from: `CHECK_BASE`, or where HEAD left `origin/main`. None on main itself and in a
 * clone without a remote: checks that compare with it then have nothing to compare, and say so.
 */
export function baseCommit(root: string): string | undefined {
  const named = process.env["CHECK_BASE"];
  if (named !== undefined && named !== "") {
    const commit = git(root, "rev-parse", "--verify", `${named}^{commit}`);
    if (commit === undefined) throw new Error(`CHECK_BASE names no commit: ${named}`);
    return commit;
  }
  const base = git(root, "merge-base", "HEAD", "origin/main");
  return base === git(root, "rev-parse", "HEAD") ? undefined : base;
}
