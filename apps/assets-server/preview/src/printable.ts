/**
 * Controls, line and paragraph separators, marks that turn the direction of text (a name could read backwards), other
 * invisible formatting, private use and lone surrogates. The two joiners stay: scripts and emoji are written with them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNPRINTABLE_BUT_LINES = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** One line of at most `max` characters, in which whatever cannot be seen is shown as U+FFFD. */
export function printableLine(text: string, max: number): string {
  return cut(text, max).replaceAll(UNPRINTABLE, inLine);
}

/** Lines of text, at most `max` characters in all, otherwise as {@link printableLine}. */
export function printableText(text: string, max: number): string {
  return cut(text, max)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(UNPRINTABLE_BUT_LINES, (mark) =>
      mark === "\n" || mark === "\t" ? mark : inLine(mark),
    );
}

function inLine(mark: string): string {
  return mark === "\u200C" || mark === "\u200D" ? mark : "\uFFFD";
}

/** Cut before it is looked at, so that a giant costs no more than a line; never between two halves of a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}
