import { validateResourceUri } from "../src/index.ts";

/** What is wrong with an input, as a verdict says it; nothing for a URI. */
export function faultOf(
  input: unknown,
  maxBytes?: number,
): { code: string; offset: number; message: string } | undefined {
  const verdict = validateResourceUri(input, { maxBytes });
  if (verdict.ok) return undefined;
  const { code, offset, message } = verdict.error;
  return { code, offset, message };
}
