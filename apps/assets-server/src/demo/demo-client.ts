import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { VERSION } from "../version.ts";

/** The protocol revisions that this server speaks. */
export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

/** One of {@link REVISIONS}. */
export type Revision = (typeof REVISIONS)[number];

/** Connects the official client as the owner of `token`, on one protocol revision. */
export async function connectAs(token: string, url: URL, revision: Revision): Promise<Client> {
  const client = new Client(
    { name: "assets-server-demo", version: VERSION },
    {
      versionNegotiation: {
        mode: revision === "2025-11-25" ? "legacy" : { pin: revision },
      },
    },
  );
  await client.connect(
    new StreamableHTTPClientTransport(url, { authProvider: { token: async () => token } }),
  );
  return client;
}
