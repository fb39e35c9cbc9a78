import { createResourceGateway, type Observer, type ResourceGateway } from "@org/resources-core";
import { upstreamPolicy } from "../access/upstream-policy.ts";
import { ENTITIES } from "../entities/entities.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";
import type { ForgejoContext } from "../upstream/inquiry.ts";

/** What one server process offers, whatever the transport; made once. */
export interface ForgejoOffer {
  readonly gateway: ResourceGateway<ForgejoContext>;
  readonly client: ForgejoClient;
}

/** Puts every entity behind the policy: each a contributor of its own, over one client. */
export function createForgejoOffer(options: {
  readonly client: ForgejoClient;
  readonly markdown: boolean;
  readonly observer?: Observer<ForgejoContext> | undefined;
}): ForgejoOffer {
  const { client, markdown, observer } = options;
  const gateway = createResourceGateway<ForgejoContext>({
    policy: upstreamPolicy(client, ENTITIES),
    contributors: ENTITIES.map((entity) => entity.contributor({ client, markdown })),
    // The templates are the same for everybody.
    listTtlMs: 300_000,
    concurrencyKey: ({ caller }) => caller.key,
    observer,
  });
  return { gateway, client };
}
