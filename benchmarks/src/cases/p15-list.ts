import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createResourceGateway, resource } from "@org/resources-core";
import type { ResourceGateway } from "@org/resources-core";

import type { Case, TimedSide } from "../case.ts";
import { asynchronousPolicy, handlerOf, serverInfo } from "../read-peers.ts";

const count = 10_000;
const pageSize = 50;
const uriOf = (index: number): string => `asset://pages/${String(index).padStart(5, "0")}`;

function listingGateway(): ResourceGateway<unknown> {
  return createResourceGateway<unknown>({
    policy: asynchronousPolicy,
    bindings: Array.from({ length: count }, (_, index) =>
      resource({ uri: uriOf(index), name: `page ${index}`, mimeType: "text/plain" }, "body"),
    ),
  });
}

/** One page, over and over. */
function paging(
  name: string,
  gateway: ResourceGateway<unknown>,
  cursor: string | undefined,
  first: number,
): TimedSide {
  const page = async (): Promise<number> => {
    const { items } = await gateway.list({ cursor, pageSize }, { context: {} });
    return items.length;
  };
  return {
    name,
    operations: 1,
    answers: async () => {
      const { items, nextCursor } = await gateway.list({ cursor, pageSize }, { context: {} });
      if (items[0]?.uri !== uriOf(first) || items.length !== pageSize || nextCursor === undefined) {
        throw new Error(`${name} is another page`);
      }
      return `${items.length} entries from ${items[0].uri}, and a cursor`;
    },
    batch: page,
  };
}

/** SDK v1 lists everything in one answer. */
function wholeList(): TimedSide {
  const server = new McpServer(serverInfo);
  for (let index = 0; index < count; index++) {
    const uri = uriOf(index);
    server.registerResource(`page ${index}`, uri, { mimeType: "text/plain" }, async () => ({
      contents: [{ uri, text: "body" }],
    }));
  }
  const list = handlerOf(server.server, "resources/list");
  const batch = async (): Promise<number> => {
    const { resources } = (await list({})) as { readonly resources: readonly unknown[] };
    return resources.length;
  };
  return {
    name: "SDK v1, whole list",
    operations: 1,
    answers: async () => `${await batch()} entries`,
    batch,
  };
}

/** Walks to the page before `number` and answers the cursor of that page. */
async function cursorOfPage(
  gateway: ResourceGateway<unknown>,
  number: number,
): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 1; page < number; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page is where the one before ended
    ({ nextCursor: cursor } = await gateway.list({ cursor, pageSize }, { context: {} }));
  }
  return cursor;
}

export const p15: Case = {
  id: "P15",
  title: `list ${count} visible definitions, ${pageSize} a page`,
  rounds: 60,
  prepare: async () => {
    const gateway = listingGateway();
    return {
      sides: [
        paging("page 1", gateway, undefined, 0),
        paging("page 2", gateway, await cursorOfPage(gateway, 2), pageSize),
        paging("page 150", gateway, await cursorOfPage(gateway, 150), 149 * pageSize),
        wholeList(),
      ],
      figures: [
        {
          what: "page 150 vs page 2: both open a cursor",
          of: "page 150",
          over: "page 2",
          atMost: 1.5,
        },
        {
          what: "page 150 vs page 1, which has no cursor to open",
          of: "page 150",
          over: "page 1",
          atMost: 1.5,
        },
        {
          what: "page 1 vs the SDK's whole list",
          of: "page 1",
          over: "SDK v1, whole list",
          atMost: 0.05,
        },
      ],
    };
  },
};
