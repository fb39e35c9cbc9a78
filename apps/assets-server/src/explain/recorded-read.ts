import {
  isResourceFailure,
  type GatewayEvent,
  type LimitOverrides,
  type ReadBundle,
  type ResourceFailure,
  type ResourcePolicy,
  type ResourceTarget,
} from "@org/resources-core";
import { accessPolicy } from "../access/access-policy.ts";
import type { Principal } from "../access/principal.ts";
import type { Permission, Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { createAssetsGateway } from "../serving/assets-gateway.ts";

/** One round of decisions, as the policy gave them: the requested target first. */
export type Round = readonly { readonly target: ResourceTarget; readonly permission: Permission }[];

/** A read as the server does it, and what was seen of it from outside. */
export interface RecordedRead {
  readonly outcome:
    | { readonly bundle: ReadBundle; readonly failure?: undefined }
    | { readonly failure: ResourceFailure; readonly bundle?: undefined };
  readonly events: readonly GatewayEvent[];
  readonly rounds: readonly Round[];
}

/** Reads through the server's own gateway, with its policy and observer watched. Nothing is decided here. */
export async function recordRead(
  ports: {
    readonly store: AssetStore;
    readonly rights: Rights;
    readonly limits?: LimitOverrides | undefined;
  },
  principal: Principal,
  uri: string,
): Promise<RecordedRead> {
  const events: GatewayEvent[] = [];
  const rounds: Round[] = [];
  const gateway = createAssetsGateway({
    ...ports,
    policy: recorded(accessPolicy(ports.rights), rounds),
    observer: (event) => {
      events.push(event);
    },
  });
  try {
    const bundle = await gateway.read(uri, { context: principal });
    return { outcome: { bundle }, events, rounds };
  } catch (error) {
    if (!isResourceFailure(error)) throw error;
    return { outcome: { failure: error }, events, rounds };
  }
}

function recorded(policy: ResourcePolicy<Principal>, rounds: Round[]): ResourcePolicy<Principal> {
  const { decideMany } = policy;
  if (decideMany === undefined) throw new TypeError("the policy decides one by one");
  return {
    ...policy,
    decideMany: async (targets, scope) => {
      const decisions = await decideMany(targets, scope);
      rounds.push(
        targets.map((target, index) => {
          const decision = decisions[index];
          const permission =
            decision?.visible === true ? (decision.read ? "readable" : "visible") : "hidden";
          return { target, permission };
        }),
      );
      return decisions;
    },
  };
}
