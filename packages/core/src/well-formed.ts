interface WellFormedText {
  readonly isWellFormed: () => boolean;
}

/** Every string has it since ES2024, in all runtimes that the packages support. */
function hasCheck(text: unknown): text is WellFormedText {
  return typeof text === "string";
}

/** Whether a text has no lone surrogate; constant time for one-byte strings. */
export function isWellFormed(text: string): boolean {
  const checked: unknown = text;
  return hasCheck(checked) && checked.isWellFormed();
}
