import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { PREVIEW_URI } from "./demo/rights-scene.ts";

/** What to paste into an MCP client, and what to ask it for. */
export function clientConfiguration(url: URL): readonly string[] {
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
    `Then read ${PREVIEW_URI}. Other people to be:`,
    ...SAMPLE_PRINCIPALS.map(
      ({ token, name, purpose }) => `  Bearer ${token}  ${name}, ${purpose}`,
    ),
    "",
    "Stop with Ctrl-C.",
  ];
}
