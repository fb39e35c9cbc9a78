import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ResourcePolicy } from "@org/resources-core";
import * as fc from "fast-check";
import { accessPolicy } from "../../src/access/access-policy.ts";
import type { Grants } from "../../src/access/grants.ts";
import type { Principal } from "../../src/access/principal.ts";
import type { Rights } from "../../src/access/rights.ts";
import type { AssetStore } from "../../src/assets/asset-store.ts";
import { createAssetsMcpServer, createAssetsOffer } from "../../src/serving/mcp-server.ts";
import { modelRights } from "../access/rights-model.ts";

export const ANN: Principal = { id: "ann", name: "Ann" };
export const PROJECTS = ["p", "café"];
/** In the order of bytes, which is not JavaScript's: a fullwidth letter before an emoji. */
export const ASSETS = ["a b.txt", "a.txt", "b%2F.txt", "é", "Ａ", "🗿", "🗿1"];

/** What a client gets from a tool. */
export interface ListResult {
  readonly rows: readonly Record<string, unknown>[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly has_more: boolean;
}

/**
 * Rights that a test changes as it likes, over a store that asks nobody who may: what a client does not get, the policy
 * alone has kept back.
 */
export function listsWorld() {
  let grants: Grants = { roles: [], restricted: [], revoked: [] };
  const rights: Rights = {
    projects: (...asked) => modelRights(grants).projects(...asked),
    permissions: (...asked) => modelRights(grants).permissions(...asked),
    revision: async () => 0,
  };
  const store: AssetStore = {
    projects: async () =>
      PROJECTS.toSorted().map((id) => ({ id, title: `About ${id}`, about: id })),
    project: async (_, id) => ({ id, title: `About ${id}`, about: id }),
    assetIds: async () => ASSETS,
    assets: async () => ASSETS.map((id) => ({ id, mimeType: "text/plain", size: 1 })),
    asset: async (_, project, id) => ({ project, id, mimeType: "text/plain", size: 1, sha256: "" }),
    body: async () => ({ mimeType: "text/plain", text: "x" }),
  };
  return {
    store,
    rights,
    policy: accessPolicy(rights),
    change: (to: Grants) => {
      grants = to;
    },
    grants: () => grants,
  };
}

/** The official client, connected in this process as `principal`. */
export async function connect(
  world: { store: AssetStore; rights: Rights; policy: ResourcePolicy<Principal> },
  principal: Principal | undefined,
): Promise<{ client: Client; close: () => Promise<void> }> {
  const offer = createAssetsOffer(world);
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const connection = serveStdio(() => createAssetsMcpServer(offer, () => principal), {
    transport: serverEnd,
  });
  const client = new Client(
    { name: "test", version: "0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(clientEnd);
  return {
    client,
    close: async () => {
      await client.close();
      await connection.close();
    },
  };
}

/** What a tool answers: its page, or the text of its refusal. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ListResult | string> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [only] = content as readonly { readonly text?: string }[];
  if (isError === true) return only?.text ?? "";
  // What a client without structured content gets is the same.
  if (only?.text !== JSON.stringify(structuredContent)) throw new Error("text and content differ");
  return structuredContent as ListResult;
}

const project = fc.constantFrom(...PROJECTS);
const asset = fc.constantFrom(...ASSETS);

/** Any rights of Ann, who is often a viewer: from them most can be hidden. */
export const grantsOfAnn: fc.Arbitrary<Grants> = fc.record({
  roles: fc.uniqueArray(
    fc.record({
      principal: fc.constant(ANN.id),
      project,
      role: fc.constantFrom("viewer", "viewer", "member", "owner"),
    }),
    { selector: (held) => held.project },
  ),
  restricted: fc.array(fc.record({ project, asset })),
  revoked: fc.array(fc.record({ principal: fc.constant(ANN.id), project, asset })),
});
