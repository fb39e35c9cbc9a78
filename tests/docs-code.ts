import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Inside this workspace, so that a block imports what a user would, by name. */
const scratch = join(root, "tests/.docs");

/** A fenced block that is checked. CONTRIBUTING.md describes the marks. */
export interface CodeBlock {
  readonly page: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  readonly language: "ts" | "js" | "sh";
  readonly runs: boolean;
  readonly code: string;
  /** What it must print: the block marked `text output` that follows. */
  readonly output?: string;
}

/** The pages whose code is checked, as paths from the root. */
export function pages(): string[] {
  const patterns = ["README.md", "docs/guides/*.md", "packages/*/README.md", "apps/*/README.md"];
  return globSync(patterns, { cwd: root }).toSorted();
}

/** The checked blocks of a page: every `ts` and `js`, and the `sh` that are marked `run`. */
export function blocksOf(page: string, markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const [, fence, info = ""] = /^(`{3,})(.*)$/.exec(lines[index] ?? "") ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, index + 1);
    if (end === -1) throw new Error(`${page}:${String(index + 1)}: a code block has no end`);
    const code = `${lines.slice(index + 1, end).join("\n")}\n`;
    const [language, ...marks] = info.trim().split(/\s+/);
    const line = index + 1;
    if (language === "ts" || language === "js")
      blocks.push({ page, line, language, runs: !marks.includes("no-run"), code });
    else if (language === "sh" && marks.includes("run"))
      blocks.push({ page, line, language, runs: true, code });
    else if (language === "text" && marks.includes("output")) {
      const printing = blocks.pop();
      if (printing === undefined || !printing.runs)
        throw new Error(`${page}:${String(line)}: no block before this one prints its output`);
      blocks.push({ ...printing, output: code });
    }
    index = end;
  }
  return blocks;
}

function fileOf({ page, line, language }: CodeBlock): string {
  return `${page.replaceAll("/", "-").replace(/\.md$/, "")}-${String(line)}.${language}`;
}

export const titleOf = ({ page, line, runs, language }: CodeBlock): string =>
  `${page}:${String(line)} ${language} ${runs ? "runs" : "type-checks"}`;

/** Writes the blocks as modules and type-checks them all at once; answers each faulty block's errors. */
export function typeCheck(blocks: readonly CodeBlock[]): Map<string, string> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  const modules = blocks.filter(({ language }) => language !== "sh");
  for (const block of modules) writeFileSync(join(scratch, fileOf(block)), block.code);
  writeFileSync(
    join(scratch, "tsconfig.json"),
    JSON.stringify({ extends: "../tsconfig.json", include: ["*"], exclude: [] }),
  );
  const { stdout } = spawnSync("tsc", ["-p", scratch], { cwd: scratch, encoding: "utf8" });
  const faults = new Map<string, string>();
  for (const block of modules) {
    const lines = stdout.split("\n").filter((line) => line.startsWith(`${fileOf(block)}(`));
    if (lines.length > 0) faults.set(titleOf(block), lines.join("\n"));
  }
  if (faults.size === 0 && stdout.trim() !== "") faults.set("", stdout);
  return faults;
}

/** Executes a block that {@link typeCheck} wrote, in a process of its own; answers what is wrong, if anything. */
export function execute(block: CodeBlock): string | undefined {
  const [command, args] =
    block.language === "sh"
      ? ["sh", ["-e", "-c", block.code]]
      : [process.execPath, ["--conditions=@org/source", join(scratch, fileOf(block))]];
  const { status, signal, stdout, stderr } = spawnSync(command, args, {
    cwd: block.language === "sh" ? root : scratch,
    encoding: "utf8",
    timeout: 15_000,
    env: {
      ...process.env,
      NODE_NO_WARNINGS: "1",
      PATH: `${root}node_modules/.bin${delimiter}${process.env["PATH"] ?? ""}`,
    },
  });
  if (status !== 0) return `exit ${String(status ?? signal)}\n${stdout}${stderr}`;
  if (block.output !== undefined && stdout !== block.output)
    return `printed\n${stdout}instead of\n${block.output}`;
  return undefined;
}

export function blocksOfTree(): CodeBlock[] {
  return pages().flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8")));
}
