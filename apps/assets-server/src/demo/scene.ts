/** One act of the demo: what to print, and what was not as it should be. */
export interface Scene {
  readonly lines: readonly string[];
  /** Empty iff every outcome was the expected one. */
  readonly complaints: readonly string[];
}

/** The complaint that two values differ, or none. */
export function mismatch(what: string, expected: unknown, received: unknown): readonly string[] {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(received)];
  return wanted === got ? [] : [`${what}: expected ${wanted}, received ${got}`];
}

/** The complaints that two lists of names differ: what is too much, what is lacking, and that the order is another. */
export function difference(
  what: string,
  expected: readonly string[],
  received: readonly string[],
): readonly string[] {
  const tooMuch = received.filter((name) => !expected.includes(name));
  const lacking = expected.filter((name) => !received.includes(name));
  if (tooMuch.length + lacking.length === 0) return mismatch(what, expected, received);
  return [
    ...(tooMuch.length > 0 ? [`${what}: ${tooMuch.join(", ")} should not be there`] : []),
    ...(lacking.length > 0 ? [`${what}: ${lacking.join(", ")} should be there`] : []),
  ];
}
