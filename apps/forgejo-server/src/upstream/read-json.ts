import { AnswerMalformed, AnswerTooLarge, UpstreamFailure } from "./failures.ts";

/**
 * Reads a response's JSON, and no more than `maxBytes` of it (as decoded, so that a small compressed body cannot become
 * a large one). Throws {@link AnswerTooLarge}, {@link AnswerMalformed}, or {@link UpstreamFailure} where it breaks off.
 */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = new TextDecoder("utf-8", { fatal: true });
  const bytes = await readBytes(response, maxBytes);
  try {
    return JSON.parse(text.decode(bytes)) as unknown;
  } catch (cause) {
    // The parser's own message quotes the body.
    throw new AnswerMalformed(`not JSON (${cause instanceof Error ? cause.name : "Error"})`);
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      // Leaving the loop cancels the stream.
      if (length > maxBytes) throw new AnswerTooLarge(`over ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AnswerTooLarge) throw cause;
    throw new UpstreamFailure("the answer broke off", { cause });
  }
  return Buffer.concat(chunks, length);
}
