import { z } from "zod";
import type { ReadReport } from "./report.ts";
import { MAX_READABLE_ISSUES } from "./read-report.ts";

const issue = z
  .object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    uri: z.string().optional(),
  })
  .transform(({ uri, ...rest }) => (uri === undefined ? rest : { ...rest, uri }));

/**
 * The report as a zod schema: it accepts what `readReport` calls `ok`, and gives the same copy (RPT-7).
 *
 * @example
 * const report = readReportSchema.parse(result._meta?.[RESOURCE_READ_META_KEY]);
 */
export const readReportSchema: z.ZodType<ReadReport> = z.object({
  version: z.literal(1),
  partial: z.boolean(),
  issues: z.array(issue).max(MAX_READABLE_ISSUES),
  issuesOmitted: z.int().nonnegative(),
});
