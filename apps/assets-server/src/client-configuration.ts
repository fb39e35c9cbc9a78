import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { PREVIEW } from "./resources/addresses.ts";

/** What to paste into an MCP client of a server that makes its own tokens, and what to ask it for. */
export async function clientConfiguration(
  url: URL,
  sign: (who: string) => Promise<string>,
  /** A project of the first sample principal, whose preview can be read; if there is one. */
  project: string | undefined,
): Promise<readonly string[]> {
  const [owner, ...others] = SAMPLE_PRINCIPALS;
  const command = `assets-server token --as WHO --port ${url.port}`;
  // A database of one's own: nobody of the samples has anything there.
  if (project === undefined)
    return [
      `Serving at ${url.href}. Paste this into your MCP client's configuration, with a token in place of TOKEN:`,
      "",
      ...configuration(url, "TOKEN"),
      "",
      `One for whoever has a project (import --owner WHO): ${command}`,
      "It ends with this server.",
      "",
      "Stop with Ctrl-C.",
    ];
  const people = await Promise.all(
    others.map(async ({ id, name, purpose }) => [
      `  ${name}, ${purpose}:`,
      `    Bearer ${await sign(id)}`,
    ]),
  );
  return [
    `Serving at ${url.href}. Paste this into your MCP client's configuration:`,
    "",
    ...configuration(url, await sign(owner.id)),
    "",
    `Then read ${PREVIEW.expand({ project })}. Other people to be:`,
    ...people.flat(),
    "",
    `A token of anybody else: ${command}. All of them end with this server.`,
    "",
    "Stop with Ctrl-C.",
  ];
}

function configuration(url: URL, token: string): readonly string[] {
  const assets = {
    type: "http",
    url: url.href,
    headers: { Authorization: `Bearer ${token}` },
  };
  return JSON.stringify({ mcpServers: { assets } }, undefined, 2).split("\n");
}
