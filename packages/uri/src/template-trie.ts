import { segmentEnd } from "./uri-structure.ts";

/**
 * A radix trie over characters. A variable is an edge of its own, taken by one whole segment, so each node is reached
 * by one way only and a walk visits it at most once, at one position (SEL-3).
 */
interface Node {
  label: string;
  /** Children by first character, from `base` on. */
  children: (Node | undefined)[] | undefined;
  base: number;
  /** What follows a variable. */
  variable: Node | undefined;
  /** Number of the template that ends here, or -1. */
  leaf: number;
}

function node(label: string, leaf = -1): Node {
  return { label, children: undefined, base: 0, variable: undefined, leaf };
}

/** Templates by their literal texts; numbers are given in order of insertion. */
export class TemplateTrie {
  readonly #root: Node = node("");
  #size = 0;

  /** Adds a template. Returns the number of an equal one (up to variable names), or -1. */
  add(literals: readonly string[]): number {
    let end = descend(this.#root, literals[0]!);
    for (let i = 1; i < literals.length; i++) {
      end.variable ??= node("");
      end = descend(end.variable, literals[i]!);
    }
    if (end.leaf !== -1) return end.leaf;
    end.leaf = this.#size++;
    return -1;
  }

  /** The numbers of the templates that match `uri` structurally, at most `limit` of them. Breadth-first: wide tries are walked about a third faster than depth-first. */
  match(uri: string, limit: number): number[] {
    const found: number[] = [];
    const nodes: Node[] = [this.#root];
    const positions: number[] = [0];
    for (let next = 0; next < nodes.length; next++) {
      let current = nodes[next];
      let at = positions[next]!;
      while (current !== undefined) {
        if (at === uri.length) {
          if (current.leaf !== -1 && found.push(current.leaf) === limit) return found;
          break;
        }
        const child: Node | undefined = current.children?.[uri.charCodeAt(at) - current.base];
        const literal = child !== undefined && uri.startsWith(child.label, at) ? child : undefined;
        const end: number = current.variable === undefined ? at : segmentEnd(uri, at);
        if (end > at && literal !== undefined) {
          nodes.push(current.variable!);
          positions.push(end);
        }
        if (literal !== undefined) {
          current = literal;
          at += literal.label.length;
        } else if (end > at) {
          current = current.variable;
          at = end;
        } else break;
      }
    }
    return found;
  }
}

/** The node at the end of `text` below `from`, made if need be. */
function descend(from: Node, text: string): Node {
  let current = from;
  for (let at = 0; at < text.length;) {
    const child: Node | undefined = current.children?.[text.charCodeAt(at) - current.base];
    if (child === undefined) {
      const added = node(text.slice(at));
      setChild(current, added);
      return added;
    }
    let common = 1;
    while (common < child.label.length && child.label[common] === text[at + common]) common++;
    if (common < child.label.length) {
      const upper = node(child.label.slice(0, common));
      child.label = child.label.slice(common);
      setChild(upper, child);
      setChild(current, upper);
      current = upper;
    } else current = child;
    at += common;
  }
  return current;
}

/** Puts a child under its first character; the table grows by whatever span that takes. */
function setChild(parent: Node, child: Node): void {
  const code = child.label.charCodeAt(0);
  if (parent.children === undefined) {
    parent.children = [child];
    parent.base = code;
    return;
  }
  while (code < parent.base) {
    parent.children.unshift(undefined);
    parent.base--;
  }
  while (code - parent.base >= parent.children.length) parent.children.push(undefined);
  parent.children[code - parent.base] = child;
}
