import { printableText } from "./printable.ts";

/** A piece of a line; code is set apart, nothing else is. */
export interface Run {
  readonly code: boolean;
  readonly text: string;
}

/** A block of an about text. */
export type Block =
  | { readonly kind: "heading" | "paragraph"; readonly runs: readonly Run[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Run[])[] };

/** An about text as a page shows it. */
export interface AboutText {
  /** The first heading, if the text opens with one. */
  readonly title: string | undefined;
  readonly blocks: readonly Block[];
}

const MAX_CHARACTERS = 4000;
const MAX_BLOCKS = 60;

/**
 * Reads the little of Markdown that about texts are made of: headings, paragraphs, lists, code. All else, HTML and links
 * too, stays the text that it is.
 */
export function aboutText(markdown: string): AboutText {
  const blocks: Block[] = [];
  for (const chunk of printableText(markdown, MAX_CHARACTERS).split(/\n[ \t]*\n/)) {
    blocks.push(...blocksOf(chunk.split("\n")));
    if (blocks.length >= MAX_BLOCKS) break;
  }
  const shown = blocks.slice(0, MAX_BLOCKS);
  const [first, ...rest] = shown;
  if (first?.kind !== "heading") return { title: undefined, blocks: shown };
  return { title: first.runs.map(({ text }) => text).join(""), blocks: rest };
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", runs: runsOf(paragraph.join(" ")) });
    if (items.length > 0) blocks.push({ kind: "list", items: items.map(runsOf) });
    paragraph = [];
    items = [];
  };
  for (const line of lines.map((raw) => raw.trim())) {
    const heading = /^#{1,6} +(\S.*)$/.exec(line)?.[1];
    const item = /^[-*+] +(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      flush();
      blocks.push({ kind: "heading", runs: runsOf(heading) });
    } else if (item !== undefined) {
      if (paragraph.length > 0) flush();
      items.push(item);
    } else if (line !== "" && items.length > 0) {
      items.push(`${items.pop() ?? ""} ${line}`);
    } else if (line !== "") paragraph.push(line);
  }
  flush();
  return blocks;
}

/** What stands between two backticks is code; a backtick without a partner is a backtick. */
function runsOf(line: string): readonly Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of line.matchAll(/`([^`]+)`/g)) {
    runs.push({ code: false, text: line.slice(end, match.index) });
    runs.push({ code: true, text: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  runs.push({ code: false, text: line.slice(end) });
  return runs.filter(({ text }) => text !== "");
}
