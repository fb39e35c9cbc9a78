import { flat } from "./flat.ts";
import { seeded } from "./random.ts";
import { words } from "./words.ts";

/** One registration, spelled for the product and the SDKs (`template`) and for HTTP routers (`route`). */
export interface Registration {
  readonly template: string;
  readonly route: string;
}

/** One question: the URI, the same for HTTP routers, and the registration that must answer. */
export interface Question {
  readonly uri: string;
  readonly path: string;
  /** Index into the registrations, or -1 where none matches. */
  readonly expected: number;
}

export interface TemplateSet {
  readonly registrations: readonly Registration[];
  readonly questions: readonly Question[];
}

const shapes = [
  (name: string) => `asset://site-${name}/images/{id}`,
  (name: string) => `db://cluster/${name}/tables/{table}/rows/{row}`,
  (name: string) => `repo://git.example.org/${name}/{owner}/issues/{number}/comments`,
  (name: string) => `https://api.example.com/v1/${name}/{report}/pages/{page}/raw`,
] as const;

/**
 * `size` templates of four shapes that do not overlap, and `asked` URIs spread evenly over them; one
 * question in eight matches none. Routers get the same text as a path (`x://h/a` is `/x//h/a`): as
 * long as the URI, and spared the scheme.
 */
export function templateSet(size: number, asked: number): TemplateSet {
  const random = seeded(size);
  const templates = Array.from({ length: size }, (_, index) => {
    const shape = shapes[index % shapes.length] ?? shapes[0];
    return shape(`${random.pick(words)}-${index}`);
  });
  const questions = Array.from({ length: asked }, (_, turn): Question => {
    const index = Math.floor((turn * size) / asked);
    const filled = (templates[index] ?? "").replaceAll(
      /\{\w+\}/g,
      () => `${random.pick(words)}-${random.below(9000)}`,
    );
    const misses = turn % 8 === 7;
    const uri = misses ? `${filled}/nothing` : filled;
    return question(uri, misses ? -1 : index);
  });
  return {
    registrations: templates.map((template) => ({ template, route: toRoute(template) })),
    questions,
  };
}

/** All 2^`levels` ways to write `levels` segments as a literal or a variable: the worst case for backtracking. */
export function lattice(levels: number): readonly Registration[] {
  return Array.from({ length: 2 ** levels }, (_, bits) => {
    const segments = Array.from({ length: levels }, (_unused, level) =>
      (bits >> level) & 1 ? `{v${level}}` : "a",
    );
    // A template needs a variable, also the one with every segment literal.
    const template = `x://h/${segments.join("/")}/{last}/end`;
    return { template, route: toRoute(template) };
  });
}

/** A URI to ask for, with its path for routers. */
export function question(uri: string, expected: number): Question {
  return { uri: flat(uri), path: flat(toPath(uri)), expected };
}

function toPath(uri: string): string {
  return `/${uri.replace(":", "")}`;
}

function toRoute(template: string): string {
  return toPath(template).replaceAll(/\{(\w+)\}/g, ":$1");
}
