/** The bytes that a JSON string has for this octet on top of the octet itself: 1 for `\n`, 5 for `\u0001`, mostly 0. */
export function escapeBytes(octet: number): number {
  if (octet === 0x22 || octet === 0x5c) return 1; // " and \
  if (octet >= 0x20) return 0;
  return octet >= 8 && octet <= 13 && octet !== 11 ? 1 : 5; // \b \t \n \f \r have short forms, VT has none
}
