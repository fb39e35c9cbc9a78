import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { PREVIEW } from "./resources/addresses.ts";

/** What to paste into an MCP client, and what to ask it for: the preview of `project`, if there is one. */
export function clientConfiguration(url: URL, project: string | undefined): readonly string[] {
  const [owner] = SAMPLE_PRINCIPALS;
  const configuration = {
    mcpServers: {
      assets: {
        type: "http",
        url: url.href,
        headers: { Authorization: `Bearer ${owner.token}` },
      },
    },
  };
  return [
    `Serving at ${url.href}. Paste this into your MCP client's configuration:`,
    "",
    ...JSON.stringify(configuration, undefined, 2).split("\n"),
    "",
    project === undefined
      ? `${owner.name} has no project here yet: stop, run import DIR --project NAME --owner ${owner.id}, and serve again.`
      : `Then read ${PREVIEW.expand({ project })}. Other people to be:`,
    ...SAMPLE_PRINCIPALS.map(
      ({ token, name, purpose }) => `  Bearer ${token}  ${name}, ${purpose}`,
    ),
    "",
    "Stop with Ctrl-C.",
  ];
}
