// RFC 9110 §8.3.1: type "/" subtype *( OWS ";" OWS [ name "=" ( token / quoted-string ) ] ), with a bound of our own.

const MAX_LENGTH = 1024;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*"';
/** Linear: after each piece comes what that piece cannot match. */
const MIME_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*$`,
);

/** The few types that a server uses come again and again. */
const KNOWN: Set<string> = new Set();
const MAX_KNOWN = 256;

/**
 * Whether a string is a MIME type as it may stand in a result (PAY-1), parameters included; at most 1024 characters.
 */
export function isMimeType(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (KNOWN.has(value)) return true;
  if (value.length > MAX_LENGTH || !MIME_TYPE.test(value)) return false;
  if (KNOWN.size < MAX_KNOWN) KNOWN.add(value);
  return true;
}
