/**
 * The number of bytes `text` takes as a JSON string, quotes included: `utf8ByteLength(JSON.stringify(text))` (RPT-6).
 */
export function jsonStringByteLength(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) bytes += SHORT_ESCAPES.has(unit) ? 2 : 6;
    else if (unit === 0x22 || unit === 0x5c) bytes += 2;
    else if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (isPair(unit, text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 6;
  }
  return bytes;
}

/** `\b`, `\t`, `\n`, `\f` and `\r`; every other control is written `\u00xx`. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

function isPair(high: number, low: number): boolean {
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
}
