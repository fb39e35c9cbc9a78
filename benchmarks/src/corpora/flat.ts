/**
 * The same text as one plain sequence in memory, as it comes out of a JSON-RPC message. Strings that
 * were concatenated or cut are ropes and views inside the engine, and every character read from them
 * costs several times as much: nobody would be measured on what they really get.
 */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
