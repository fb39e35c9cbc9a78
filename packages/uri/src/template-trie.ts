/** What {@link TemplateTrie.match} returns where no template matches. */
export const NO_TEMPLATE = -1;
/** What {@link TemplateTrie.match} returns where more than one does. */
export const SEVERAL_TEMPLATES = -2;

/**
 * Templates in a radix trie over characters (SEL-3). A variable is an edge of its own, taken by one whole segment, so
 * each node is reached in one way only, and a walk visits it at most once, at one position.
 */
interface Node {
  label: string;
  /** Children by the first character of their labels, from `base` on. */
  children: (Node | undefined)[] | undefined;
  base: number;
  /** What follows a variable that follows the label. */
  variable: Node | undefined;
  /** Number of the template that ends here, or -1. */
  template: number;
}

/** Labels up to this length are compared character by character; beyond, making and comparing a slice is faster. */
const SHORT_LABEL = 4;
/** Longer texts are cut: up to here V8 makes a slice by copying, which takes a third of the time of the view that it makes of more. */
const LONGEST_LABEL = 12;
const UNRESERVED = 0;
const OTHER = 1;
const END = 2;
/** By ASCII code: unreserved, the end of a segment, or anything else. */
const SEGMENT_CLASS: Uint8Array = new Uint8Array(128).fill(OTHER);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~") {
  SEGMENT_CLASS[character.charCodeAt(0)] = UNRESERVED;
}
for (const character of "/?#") SEGMENT_CLASS[character.charCodeAt(0)] = END;

export class TemplateTrie {
  /** After one match: where the segments that its variables take start and end, in turn. */
  spans: readonly number[] = [];
  /** After one match: whether those segments hold but unreserved characters, so that there is nothing to decode. */
  isPlain = true;
  /** After several matches: their numbers. */
  several: number[] = [];
  #root: Node | undefined;
  #size = 0;
  readonly #walkSpans: number[] = [];

  /** Adds a template by its literal texts and numbers it, from 0 on. Returns the number of an equal one (up to variable names), or -1. */
  add(literals: readonly string[]): number {
    const [first = "", ...rest] = literals;
    this.#root ??= newNode(first);
    let node = descend(this.#root, first);
    for (const literal of rest) {
      node.variable ??= newNode(literal);
      node = descend(node.variable, literal);
    }
    if (node.template !== -1) return node.template;
    node.template = this.#size++;
    return -1;
  }

  /**
   * Finds the template that matches `uri`, its scheme folded, structurally: its number, {@link NO_TEMPLATE}, or, once
   * `limit` of them were found or all there are, {@link SEVERAL_TEMPLATES}. The fields then tell more, until the next call.
   *
   * Depth-first, on a stack of its own that most walks do not need: where templates branch everywhere, a queue takes a
   * fifth more time, since what each state has captured must then be kept apart.
   */
  match(uri: string, limit: number): number {
    const { length } = uri;
    const spans = this.#walkSpans;
    /** Where the walk took a literal and could have taken a variable: the variable's node, the segment, how many came before, whether they are plain. */
    let nodes: Node[] | undefined;
    let places: number[] | undefined;
    let found = NO_TEMPLATE;
    let node = this.#root;
    let at = 0;
    let taken = 0;
    let seen = UNRESERVED;
    while (node !== undefined) {
      let next: Node | undefined;
      if (startsWith(uri, at, node.label)) {
        at += node.label.length;
        if (at === length) {
          if (node.template !== NO_TEMPLATE) {
            if (found === NO_TEMPLATE) {
              found = node.template;
              this.isPlain = seen === UNRESERVED;
              this.spans =
                nodes === undefined || nodes.length === 0 ? spans : spans.slice(0, taken);
            } else {
              if (found !== SEVERAL_TEMPLATES) this.several = [found];
              found = SEVERAL_TEMPLATES;
              if (this.several.push(node.template) === limit) return found;
            }
          }
        } else {
          next = childOf(node, uri.charCodeAt(at));
          if (node.variable !== undefined) {
            let kind = UNRESERVED;
            let end = at;
            for (; end < length; end++) {
              const code = uri.charCodeAt(end);
              const its = code < 128 ? SEGMENT_CLASS[code]! : OTHER;
              if (its === END) break;
              kind |= its;
            }
            if (end > at) {
              if (next === undefined) {
                next = node.variable;
                spans[taken] = at;
                spans[taken + 1] = end;
                taken += 2;
                seen |= kind;
                at = end;
              } else {
                nodes ??= [];
                places ??= [];
                nodes.push(node.variable);
                places.push(at, end, taken, seen | kind);
              }
            }
          }
        }
      }
      if (next === undefined && nodes !== undefined && places !== undefined) {
        next = nodes.pop();
        if (next !== undefined) {
          seen = places.pop()!;
          taken = places.pop()!;
          at = places.pop()!;
          spans[taken] = places.pop()!;
          spans[taken + 1] = at;
          taken += 2;
        }
      }
      node = next;
    }
    return found;
  }
}

function startsWith(uri: string, at: number, label: string): boolean {
  const { length } = label;
  if (length > SHORT_LABEL) return uri.slice(at, at + length) === label;
  for (let i = 0; i < length; i++) {
    if (uri.charCodeAt(at + i) !== label.charCodeAt(i)) return false;
  }
  return true;
}

/** A node that begins with `text`: all of it, or as much as a label holds. */
function newNode(text: string): Node {
  const label = text.slice(0, LONGEST_LABEL);
  return { label, children: undefined, base: 0, variable: undefined, template: -1 };
}

function childOf(node: Node, code: number): Node | undefined {
  const { children } = node;
  if (children === undefined) return undefined;
  const i = code - node.base;
  return i >= 0 && i < children.length ? children[i] : undefined;
}

/** The node where `text` ends, made if need be; `node` is where its label, and `text`, begin. */
function descend(node: Node, text: string): Node {
  let at = 0;
  for (;;) {
    let common = 0;
    while (common < node.label.length && node.label[common] === text[at + common]) common++;
    if (common < node.label.length) split(node, common);
    at += common;
    if (at === text.length) return node;
    const child = childOf(node, text.charCodeAt(at));
    if (child === undefined) {
      const added = newNode(text.slice(at));
      addChild(node, added);
      node = added;
    } else node = child;
  }
}

/** Cuts a label in two; what hung on it goes to the lower half. */
function split(node: Node, length: number): void {
  const lower = { ...node, label: node.label.slice(length) };
  Object.assign(node, newNode(node.label.slice(0, length)));
  addChild(node, lower);
}

/** Puts a child under its first character; the table grows by whatever span that takes. */
function addChild(parent: Node, child: Node): void {
  const code = child.label.charCodeAt(0);
  if (parent.children === undefined) {
    parent.children = [child];
    parent.base = code;
    return;
  }
  for (; code < parent.base; parent.base--) parent.children.unshift(undefined);
  while (code - parent.base >= parent.children.length) parent.children.push(undefined);
  parent.children[code - parent.base] = child;
}
