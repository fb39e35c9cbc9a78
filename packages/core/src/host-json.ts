import { jsonStringByteLength } from "@org/resources-reporting";
import type { JsonObject, JsonValue } from "./definition/definition.ts";

/** Containers may nest this deep: deeper input would cost stack wherever it is walked later. */
const MAX_DEPTH = 64;
/** A path in a message names where, not what: keys are the host's data. */
const MAX_PATH_LENGTH = 160;

/** Why a value is not host JSON. */
export type HostJsonFault =
  | "too_large"
  | "too_deep"
  | "cycle"
  | "accessor"
  | "not_finite"
  | "not_json"
  | "not_an_object"
  | "unreadable";

const FAULTS: Readonly<Record<HostJsonFault, string>> = {
  too_large: "is too large as JSON",
  too_deep: `nests deeper than ${MAX_DEPTH} levels`,
  cycle: "contains itself",
  accessor: "is a getter or setter: host JSON holds plain data only",
  not_finite: "is not a finite number",
  not_json: "is not a JSON value",
  not_an_object: "must be a JSON object",
  unreadable: "threw while it was copied",
};

/** A value that the host gave as JSON is not: `path` says where, `fault` what is wrong. */
export class HostJsonError extends TypeError {
  override readonly name = "HostJsonError";
  readonly fault: HostJsonFault;
  readonly path: string;

  constructor(path: string, fault: HostJsonFault, detail = "", options?: ErrorOptions) {
    const shown = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
    super(`${shown} ${FAULTS[fault]}${detail}`, options);
    this.fault = fault;
    this.path = shown;
  }
}

/** How a copy is named in errors, and how many bytes it may take as JSON. */
export interface HostJsonOptions {
  readonly name: string;
  readonly maxBytes: number;
}

/** A copy, and its size as `JSON.stringify` would write it. */
export interface HostJsonCopy<T extends JsonValue> {
  readonly value: T;
  readonly bytes: number;
}

/**
 * Copies a value that a host gave as JSON into frozen, null-prototype plain data, counting its bytes on the way.
 *
 * Members that are `undefined`, symbols or not enumerable are left out, as `JSON.stringify` does; nothing is ever called
 * but a proxy's own traps. Copying stops as soon as `maxBytes` is passed, so hostile size costs little.
 * Throws {@link HostJsonError} for accessors, cycles, nesting over 64, non-finite numbers, and everything else that is
 * no JSON (functions, bigint, dates and other class instances, holes in arrays).
 */
export function copyHostJson(value: unknown, options: HostJsonOptions): HostJsonCopy<JsonValue> {
  const walk: Walk = { left: options.maxBytes, maxBytes: options.maxBytes, ancestors: new Set() };
  const copy = copyValue(value, options.name, walk);
  return { value: copy, bytes: options.maxBytes - walk.left };
}

/** {@link copyHostJson} of something that must be an object, such as `_meta`. */
export function copyHostJsonObject(
  value: unknown,
  options: HostJsonOptions,
): HostJsonCopy<JsonObject> {
  const copy = copyHostJson(value, options);
  if (!isJsonObject(copy.value)) throw new HostJsonError(options.name, "not_an_object");
  return { value: copy.value, bytes: copy.bytes };
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Walk {
  left: number;
  readonly maxBytes: number;
  readonly ancestors: Set<object>;
}

function spend(walk: Walk, bytes: number, path: string): void {
  walk.left -= bytes;
  if (walk.left < 0) throw new HostJsonError(path, "too_large", ` (over ${walk.maxBytes} bytes)`);
}

function spendString(walk: Walk, text: string, path: string): void {
  // Every code unit takes at least one byte: a hostile megabyte is refused unread.
  if (text.length + 2 > walk.left) spend(walk, text.length + 2, path);
  spend(walk, jsonStringByteLength(text), path);
}

function copyValue(value: unknown, path: string, walk: Walk): JsonValue {
  if (typeof value === "string") {
    spendString(walk, value, path);
    return value;
  }
  if (typeof value === "boolean") {
    spend(walk, value ? 4 : 5, path);
    return value;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new HostJsonError(path, "not_finite");
    const plain = Object.is(value, -0) ? 0 : value;
    spend(walk, String(plain).length, path);
    return plain;
  }
  if (typeof value !== "object") throw new HostJsonError(path, "not_json");
  if (value !== null) return copyContainer(value, path, walk);
  spend(walk, 4, path);
  return null;
}

function copyContainer(value: object, path: string, walk: Walk): JsonValue {
  if (walk.ancestors.has(value)) throw new HostJsonError(path, "cycle");
  if (walk.ancestors.size >= MAX_DEPTH) throw new HostJsonError(path, "too_deep");
  walk.ancestors.add(value);
  spend(walk, 2, path);
  const copy = isArray(value, path) ? copyArray(value, path, walk) : copyObject(value, path, walk);
  walk.ancestors.delete(value);
  return Object.freeze(copy);
}

function isArray(value: object, path: string): value is readonly unknown[] {
  return guard(path, () => Array.isArray(value));
}

function copyArray(value: readonly unknown[], path: string, walk: Walk): JsonValue[] {
  // A proxy may answer anything here.
  const length: unknown = guard(path, () => value.length);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0) {
    throw new HostJsonError(path, "not_json");
  }
  // A comma and one byte each: a hostile length is refused before the loop.
  if (length * 2 - 1 > walk.left) spend(walk, length * 2 - 1, path);
  const copy: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    const at = `${path}[${index}]`;
    if (index > 0) spend(walk, 1, at);
    copy.push(copyValue(ownValue(value, String(index), at)?.value, at, walk));
  }
  return copy;
}

function copyObject(value: object, path: string, walk: Walk): JsonObject {
  const prototype = guard(path, () => Reflect.getPrototypeOf(value));
  // Another realm's `Object.prototype` is plain too: what counts is that nothing stands above it.
  if (prototype !== null && guard(path, () => Reflect.getPrototypeOf(prototype)) !== null) {
    throw new HostJsonError(path, "not_json");
  }
  const copy: Record<string, JsonValue> = { __proto__: null };
  let first = true;
  for (const key of guard(path, () => Reflect.ownKeys(value))) {
    if (typeof key === "symbol") continue;
    const at = memberPath(path, key);
    const own = ownValue(value, key, at);
    if (own === undefined || own.value === undefined) continue;
    spendString(walk, key, at);
    spend(walk, first ? 1 : 2, at);
    first = false;
    // A null prototype has no `__proto__` setter: that key becomes ordinary data.
    copy[key] = copyValue(own.value, at, walk);
  }
  return copy;
}

/** Reads one own enumerable property without calling a getter. */
function ownValue(
  container: object,
  key: string,
  path: string,
): { readonly value: unknown } | undefined {
  const descriptor = guard(path, () => Reflect.getOwnPropertyDescriptor(container, key));
  if (descriptor?.enumerable !== true) return undefined;
  if (descriptor.get !== undefined || descriptor.set !== undefined) {
    throw new HostJsonError(path, "accessor");
  }
  return { value: descriptor.value };
}

/** A proxy's traps may throw: that is a fault of the value, not a way out. */
function guard<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new HostJsonError(path, "unreadable", "", { cause: error });
  }
}

function memberPath(path: string, key: string): string {
  if (path.length > MAX_PATH_LENGTH) return path;
  if (/^[A-Za-z_$][\w$]{0,63}$/.test(key)) return `${path}.${key}`;
  return `${path}[${JSON.stringify(key.slice(0, 64))}]`;
}
