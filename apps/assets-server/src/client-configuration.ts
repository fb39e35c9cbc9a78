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
  const configuration = {
    mcpServers: {
      assets: {
        type: "http",
        url: url.href,
        headers: { Authorization: `Bearer ${await sign(owner.id)}` },
      },
    },
  };
  const people = await Promise.all(
    others.map(async ({ id, name, purpose }) => [
      `  ${name}, ${purpose}:`,
      `    Bearer ${await sign(id)}`,
    ]),
  );
  return [
    `Serving at ${url.href}. Paste this into your MCP client's configuration:`,
    "",
    ...JSON.stringify(configuration, undefined, 2).split("\n"),
    "",
    project === undefined
      ? `${owner.name} has no project here yet: stop, run import DIR --project NAME --owner ${owner.id}, and serve again.`
      : `Then read ${PREVIEW.expand({ project })}. Other people to be:`,
    ...people.flat(),
    "",
    `A token of anybody else: assets-server token --as WHO --port ${url.port}. All of them end with this server.`,
    "",
    "Stop with Ctrl-C.",
  ];
}
