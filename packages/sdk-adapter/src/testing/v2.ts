import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ResourceGateway } from "@org/resources-core";
import { attachResources, type V2Request } from "../v2.ts";
import {
  asAttachOptions,
  TEST_CLIENT,
  TEST_SERVER,
  testClient,
  type TestClient,
  type TestClientOptions,
} from "./test-client.ts";

export type { TestClient, TestClientOptions } from "./test-client.ts";

/** The protocol revisions that v2's `connectTestClient` speaks. */
export type TestRevision = "2025-11-25" | "2026-07-28";

/**
 * Connects the official client of SDK v2 to a gateway, in this process, through a real server (KIT-4); on protocol
 * revision 2026-07-28 unless `revision` says otherwise. Close it when the test is over, or declare it with `await using`.
 *
 * @example
 * await using connection = await connectTestClient(gateway, { context: { user: "ann" } });
 * const { contents } = await connection.client.readResource({ uri: "docs://guide" });
 */
export async function connectTestClient<C>(
  gateway: ResourceGateway<C>,
  options?: TestClientOptions<C, V2Request> & { readonly revision?: TestRevision | undefined },
): Promise<TestClient<Client>> {
  const { revision = "2026-07-28", ...attachOptions } = options ?? {};
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const makeServer = (): McpServer => {
    const server = new McpServer(TEST_SERVER);
    attachResources(server, gateway, asAttachOptions(attachOptions));
    return server;
  };
  // What attaching refuses is thrown here; thrown while serving, the client would only hear that nobody answers.
  makeServer();
  const connection = serveStdio(makeServer, { transport: serverEnd });
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const client = new Client(TEST_CLIENT, { versionNegotiation: { mode } });
  await client.connect(clientEnd);
  return testClient(client, async () => {
    await client.close();
    await connection.close();
  });
}
