/** A file's name as a terminal may be given it: whatever could move its cursor or change its colour is escaped. */
export function printable(name: string): string {
  return name.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
