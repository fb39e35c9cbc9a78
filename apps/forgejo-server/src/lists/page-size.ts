import { z } from "zod";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { UpstreamRefused } from "../upstream/failures.ts";
import { count, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";

/** The most rows that are asked for at once, unless the instance gives fewer; it is also Forgejo's own default. */
export const MAX_LIMIT = 50;

const settings = z.object({ max_response_items: count });

/**
 * How many rows Forgejo gives for `wanted`: it cuts a larger limit down without a word, and its pages then are of that
 * size. Where a caller may not ask, Forgejo's default holds.
 */
export async function givenLimit(inquiry: Inquiry, wanted: number): Promise<number> {
  try {
    const { value } = await inquiry.recall(ENDPOINTS.apiSettings());
    const { max_response_items: most } = take(settings, value);
    return Math.min(wanted, most > 0 ? most : MAX_LIMIT);
  } catch (error) {
    if (error instanceof UpstreamRefused) return Math.min(wanted, MAX_LIMIT);
    throw error;
  }
}
