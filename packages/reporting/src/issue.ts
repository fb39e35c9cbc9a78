import { utf8ByteLength } from "./utf8-byte-length.ts";

/** Why one item is missing from a result (RPT-2): a closed set. */
export type IssueCode =
  | "unavailable"
  | "read_failed"
  | "timeout"
  | "invalid_content"
  | "budget_exceeded";

/**
 * One safe line on a missing item: `code` and `message` are of a fixed set, `uri` is there only when disclosed.
 * A report that came over the wire may use a code of a later revision: it is kept as it is (RPT-7).
 */
export type ReadIssue = {
  readonly code: IssueCode | (string & {});
  readonly message: string;
  readonly retryable: boolean;
  readonly uri?: string;
};

const TEXTS: Readonly<Record<IssueCode, { message: string; retryable: boolean }>> = {
  unavailable: { message: "This item is not available.", retryable: false },
  read_failed: { message: "This item could not be read.", retryable: true },
  timeout: { message: "Reading this item took too long.", retryable: false },
  invalid_content: { message: "This item returned invalid content.", retryable: false },
  budget_exceeded: { message: "This item did not fit into the response.", retryable: false },
};

/** A longer URI is left out whole: half an identity is none, and a hash of one can be guessed back. */
const MAX_DISCLOSED_URI_BYTES = 256;

/**
 * Makes one issue: the code's fixed message and, where the caller may know it, the item's URI (RPT-2, RPT-3).
 *
 * Keys are in wire order, the result is frozen. A `uri` over 256 bytes of UTF-8 is left out whole.
 *
 * @throws TypeError for a code that is not an {@link IssueCode}.
 * @example
 * createIssue("timeout", { uri: "asset://project/7" });
 * // { code: "timeout", message: "Reading this item took too long.", retryable: false, uri: "asset://project/7" }
 */
export function createIssue(
  code: IssueCode,
  options?: { readonly uri?: string | undefined },
): ReadIssue {
  if (!isIssueCode(code)) throw new TypeError("Not an issue code.");
  const { message, retryable } = TEXTS[code];
  const uri = options?.uri;
  if (uri === undefined || utf8ByteLength(uri) > MAX_DISCLOSED_URI_BYTES) {
    return Object.freeze({ code, message, retryable });
  }
  return Object.freeze({ code, message, retryable, uri });
}

/** Whether this package knows the code, and with it the message. */
export function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(TEXTS, code);
}
