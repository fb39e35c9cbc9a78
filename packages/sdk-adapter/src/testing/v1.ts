import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ResourceGateway } from "@org/resources-core";
import { attachResources, type V1Request } from "../v1.ts";
import {
  asAttachOptions,
  TEST_CLIENT,
  TEST_SERVER,
  testClient,
  type TestClient,
  type TestClientOptions,
} from "./test-client.ts";

export type { TestClient, TestClientOptions } from "./test-client.ts";

/**
 * Connects the official client of SDK v1 to a gateway, in this process, through a real server (KIT-4).
 * Close it when the test is over, or declare it with `await using`.
 *
 * @example
 * await using connection = await connectTestClient(gateway, { context: { user: "ann" } });
 * const { contents } = await connection.client.readResource({ uri: "docs://guide" });
 */
export async function connectTestClient<C>(
  gateway: ResourceGateway<C>,
  options?: TestClientOptions<C, V1Request>,
): Promise<TestClient<Client>> {
  const server = new McpServer(TEST_SERVER);
  attachResources(server, gateway, asAttachOptions(options));
  const client = new Client(TEST_CLIENT);
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverEnd), client.connect(clientEnd)]);
  return testClient(client, async () => {
    await client.close();
    await server.close();
  });
}
