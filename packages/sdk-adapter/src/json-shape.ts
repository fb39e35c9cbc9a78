/** Something with members that nobody has looked at yet. */
export type Unchecked = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Unchecked {
  return typeof value === "object" && value !== null;
}

/** An object as JSON has it, as far as its outside shows: an array is none. */
export function isRecord(value: unknown): value is Unchecked {
  return isObject(value) && !Array.isArray(value);
}
