import type { CallToolResult } from "@modelcontextprotocol/server";
import { AnswerTooLarge, UpstreamFailure, UpstreamRefused } from "../upstream/failures.ts";

/** What a caller is told of a list that failed: one of this program's own sentences, and nothing of the cause. */
export function toolFailure(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: sentence(error) }] };
}

function sentence(error: unknown): string {
  if (error === undefined || error instanceof UpstreamRefused)
    return "Not found, or not available to you.";
  if (error instanceof AnswerTooLarge)
    return "This list is too large to be listed here. Nothing of it is shown.";
  if (error instanceof UpstreamFailure) return "Forgejo could not answer now. Try again later.";
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"))
    return "Forgejo took too long. Try again later.";
  return "Forgejo's answer could not be used. Nothing of it is shown.";
}
