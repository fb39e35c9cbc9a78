import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { run, type Run } from "../program.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
export const noisy = new URL("noisy.ts", import.meta.url).href;
export const PREVIEW = "bundle://projects/earth-and-sky/preview";

/** What a client starts. */
export function command(who: string) {
  return {
    command: process.execPath,
    args: ["--conditions=@org/source", main, "stdio", "--as", who],
    env: { PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1" },
  };
}

const runs: Run[] = [];
afterAll(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.map(({ ended }) => ended));
});
export function started(...args: Parameters<typeof run>): Run {
  const one = run(...args);
  runs.push(one);
  return one;
}

const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
export const INITIALIZE = line({
  id: "hello",
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "0" },
  },
});
export const read = (id: number, uri: string): string =>
  line({ id, method: "resources/read", params: { uri } });

/** Every line of stdout, each of which must be a message of the protocol. */
export function messages(
  stdout: string,
): readonly { readonly id?: unknown; readonly result?: unknown }[] {
  return stdout
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => {
      const message = JSON.parse(text) as { jsonrpc: string; id?: unknown; result?: unknown };
      expect(message.jsonrpc).toBe("2.0");
      return message;
    });
}
