import { jsonStringByteLength } from "./json-string-byte-length.ts";
import { utf8ByteLength } from "./utf8-byte-length.ts";

type Container = Readonly<Record<string, unknown>>;

/** A container whose members are being sized. */
interface Frame {
  readonly container: Container;
  /** An object's keys as they were when it was entered; an array has none. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
  /** An object's members that JSON leaves out take no comma. */
  written: number;
}

/**
 * The number of bytes `value` takes as JSON: `utf8ByteLength(JSON.stringify(value))`, without building that string
 * (RPT-6). It calls what `JSON.stringify` calls (`toJSON`, getters), in the same order, and is not recursive.
 *
 * @throws TypeError where `JSON.stringify` throws one (a cycle, a bigint), and where it gives no text (`undefined`, a
 * function, a symbol).
 * @example
 * jsonByteLength({ a: "é" }); // 10
 */
export function jsonByteLength(value: unknown): number {
  const root = jsonValue(value, "");
  if (root === OMITTED) throw new TypeError("Not a JSON value.");
  if (!isContainer(root)) return scalarByteLength(root);

  let frame = open(root);
  const outer: Frame[] = [];
  const entered = new Set<Container>([root]);
  let bytes = 2;
  for (;;) {
    if (frame.next === frame.length) {
      entered.delete(frame.container);
      const parent = outer.pop();
      if (parent === undefined) return bytes;
      frame = parent;
      continue;
    }
    const { keys } = frame;
    const key = keys === undefined ? String(frame.next) : (keys[frame.next] ?? "");
    frame.next++;
    const member = jsonValue(frame.container[key], key);
    if (member === OMITTED && keys !== undefined) continue;

    if (frame.written++ > 0) bytes += 1;
    if (keys !== undefined) bytes += jsonStringByteLength(key) + 1;
    if (isContainer(member)) {
      if (entered.has(member)) throw new TypeError("A cycle has no JSON.");
      entered.add(member);
      outer.push(frame);
      frame = open(member);
      bytes += 2;
    } else {
      bytes += scalarByteLength(member);
    }
  }
}

function open(container: Container): Frame {
  const keys = Array.isArray(container) ? undefined : Object.keys(container);
  const length = Array.isArray(container) ? container.length : (keys?.length ?? 0);
  return { container, keys, length, next: 0, written: 0 };
}

/** `undefined`, functions and symbols: left out of objects, `null` in arrays. */
const OMITTED: unique symbol = Symbol("omitted");

/** What JSON writes for a member: after `toJSON`, out of its box. */
function jsonValue(value: unknown, key: string): unknown {
  let written = value;
  if (isObject(written) || typeof written === "bigint") {
    const toJSON: unknown = isObject(written)
      ? written["toJSON"]
      : Reflect.get(BigInt.prototype, "toJSON", written); // Some programs give bigints a JSON form.
    if (typeof toJSON === "function") written = Reflect.apply(toJSON, written, [key]);
  }
  if (isObject(written)) return unboxed(written);
  const omitted =
    written === undefined || typeof written === "function" || typeof written === "symbol";
  return omitted ? OMITTED : written;
}

interface Box {
  /** Throws where there is no such primitive inside, whatever the tag says. */
  readonly content: (box: unknown) => unknown;
  readonly read: (box: unknown) => unknown;
}

const readNumber: Box = { content: (box) => Number.prototype.valueOf.call(box), read: Number };
const readString: Box = { content: (box) => String.prototype.valueOf.call(box), read: String };
const booleanOf = (box: unknown): boolean => Boolean.prototype.valueOf.call(box);
const bigintOf = (box: unknown): bigint => BigInt.prototype.valueOf.call(box);

const BOXES: ReadonlyMap<string, Box> = new Map([
  ["[object Number]", readNumber],
  ["[object String]", readString],
  ["[object Boolean]", { content: booleanOf, read: booleanOf }],
  ["[object BigInt]", { content: bigintOf, read: bigintOf }],
]);

/** The primitive inside a `Number`, `String`, `Boolean` or `BigInt` object, read as `JSON.stringify` reads it. */
function unboxed(value: Container): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) {
    return value;
  }
  const box = BOXES.get(Object.prototype.toString.call(value));
  if (box === undefined) return value;
  try {
    box.content(value);
  } catch {
    return value;
  }
  return box.read(value);
}

/** `JSON.rawJSON` where the language has it: text that is JSON already. */
const isRawJSON: unknown = Reflect.get(JSON, "isRawJSON");

function isRaw(value: Container): value is { readonly rawJSON: string } {
  return typeof isRawJSON === "function" && Reflect.apply(isRawJSON, JSON, [value]) === true;
}

function isContainer(value: unknown): value is Container {
  return isObject(value) && !isRaw(value);
}

function isObject(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function scalarByteLength(value: unknown): number {
  if (typeof value === "string") return jsonStringByteLength(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value).length : 4;
  if (value === false) return 5;
  if (typeof value === "bigint") throw new TypeError("A bigint has no JSON.");
  if (isObject(value) && isRaw(value)) return utf8ByteLength(value.rawJSON);
  return 4; // true, null, and what is written as null
}
