import { readReport } from "@org/resources-reporting";
import { missingOf, type Missing } from "./missing.ts";

/** Why there is nothing to show, in words of this page alone: an error's own text is never shown. */
export interface Failure {
  readonly title: string;
  readonly advice: string;
  /** What could not be read, where the failure says so. */
  readonly missing: Missing | undefined;
}

const AGAIN = "Wait a moment, then read it again.";

/** Says a failed read to somebody who has never heard of error codes. Takes anything and never throws. */
export function failureOf(error: unknown): Failure {
  const reading = readReport(error);
  const missing = reading.status === "ok" ? missingOf(reading.report) : undefined;
  const [title, advice] = WORDS.get(reasonOf(error)) ?? UNKNOWN;
  return { title, advice, missing };
}

/** A preview that the host gave up. */
export const CANCELLED: Failure = {
  title: "The preview was cancelled",
  advice: "Ask for it again to see the project.",
  missing: undefined,
};

/** A page without a way to its server, and without anything to show. */
export const NO_WAY: Failure = {
  title: "This app cannot reach the project",
  advice:
    "It does not let previews read from the server. The answer to the request has it as text.",
  missing: undefined,
};

type Words = readonly [title: string, advice: string];

const UNKNOWN: Words = ["The project could not be read", AGAIN];
const NOT_THERE: Words = [
  "There is no such project here",
  "It does not exist, or it is not open to you. Whoever owns it can give you access.",
];
const BUSY: Words = ["The server is busy", AGAIN];

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["unavailable", NOT_THERE],
  ["invalid_uri", NOT_THERE],
  ["invalid_capture", NOT_THERE],
  ["no_items", ["Nothing in this project could be read", AGAIN]],
  ["timeout", ["The project took too long to arrive", AGAIN]],
  ["overloaded", BUSY],
  ["response_too_large", ["The project is too large for a preview", "Read its items one by one."]],
]);

/** The gateway's reason; a not-found error has none but its URI. */
function reasonOf(error: unknown): string {
  const { code, data } = members(error);
  const { reason, uri } = members(data);
  if (typeof reason === "string") return reason;
  if (code === -32602 && typeof uri === "string") return "unavailable";
  // What the SDK calls a request that nobody answered.
  if (code === -32001 || code === "REQUEST_TIMEOUT") return "timeout";
  return "unknown";
}

/** The few members that are asked for, of whatever has them. */
function members(value: unknown): {
  code?: unknown;
  data?: unknown;
  reason?: unknown;
  uri?: unknown;
} {
  return typeof value === "object" && value !== null ? value : {};
}
