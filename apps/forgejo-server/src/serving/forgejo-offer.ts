import { createResourceGateway, type Observer, type ResourceGateway } from "@org/resources-core";
import { upstreamPolicy } from "../access/upstream-policy.ts";
import { ENTITIES } from "../entities/entities.ts";
import type { ToolCall } from "../tools/list-tools.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";
import type { ForgejoContext } from "../upstream/inquiry.ts";

/** What one server process offers, whatever the transport; made once. */
export interface ForgejoOffer {
  readonly gateway: ResourceGateway<ForgejoContext>;
  readonly client: ForgejoClient;
  /** Told of every call of a tool; what is read, the gateway's observer hears of. */
  readonly onCall?: ((call: ToolCall) => void) | undefined;
}

/** Puts every entity behind the policy: each a contributor of its own, over one client. */
export function createForgejoOffer(options: {
  readonly client: ForgejoClient;
  readonly markdown: boolean;
  readonly observer?: Observer<ForgejoContext> | undefined;
  readonly onCall?: ((call: ToolCall) => void) | undefined;
}): ForgejoOffer {
  const { client, markdown, observer, onCall } = options;
  const gateway = createResourceGateway<ForgejoContext>({
    policy: upstreamPolicy(client, ENTITIES),
    contributors: ENTITIES.map((entity) => entity.contributor({ client, markdown })),
    // The templates are the same for everybody.
    listTtlMs: 300_000,
    concurrencyKey: ({ caller }) => caller.key,
    observer,
  });
  return { gateway, client, onCall };
}
