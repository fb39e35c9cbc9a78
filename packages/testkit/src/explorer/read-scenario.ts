import type {
  Awaitable,
  Clock,
  GatewayLimits,
  ResourceBinding,
  ResourceGateway,
  ResourcePolicy,
} from "@org/resources-core";

/**
 * One change of rights: a target is put outside the selection, its body is refused, or it is permitted again; the
 * definition is concealed or revealed.
 */
export type RightsChange =
  | { readonly hide: string }
  | { readonly deny: string }
  | { readonly permit: string }
  | "conceal"
  | "reveal";

/** One read, and what may happen while it runs. */
export interface ReadScenario {
  /** What is read: the URI of the definition and of the requested target. */
  readonly uri: string;
  /** The plan, in order; with `uri` among them, the requested target is an item too. */
  readonly items: readonly string[];
  /** Rights at the start; everything is permitted unless refused here. */
  readonly before?: readonly RightsChange[] | undefined;
  /** Changes that come to pass in this order, each at any await of the read, or not before its end. */
  readonly changes?: readonly RightsChange[] | undefined;
  /** Items whose bodies cannot be read. */
  readonly failing?: readonly string[] | undefined;
  /** Items whose URI an issue may name. */
  readonly disclosed?: readonly string[] | undefined;
  /** The policy decides rounds in one call, `decideMany`. */
  readonly batch?: boolean | undefined;
  /** Any body may outlast its item's time, and come late. */
  readonly timeouts?: boolean | undefined;
  /** The caller may give up at any await. */
  readonly cancels?: boolean | undefined;
}

/** What a gateway under exploration is made of; pass all of it on, wrapped as you like. */
export interface ExplorerParts {
  readonly policy: ResourcePolicy<unknown>;
  readonly bindings: readonly ResourceBinding[];
  readonly clock: Clock;
}

/** What the explorer needs of a gateway. */
export interface ExplorableGateway extends Pick<ResourceGateway<unknown>, "read"> {
  readonly limits: Pick<GatewayLimits, "itemTimeoutMs" | "readTimeoutMs">;
}

/** Makes a gateway for one run. */
export type CreateExplorable = (parts: ExplorerParts) => Awaitable<ExplorableGateway>;

/** The text of an item's body in every scenario. */
export function bodyOf(uri: string): string {
  return `the body of ${uri}`;
}

/** A change in words. */
export function changeInWords(change: RightsChange): string {
  if (typeof change === "string") return `${change} the definition`;
  const [[verb, uri] = ["", ""]] = Object.entries(change);
  return `${verb} ${uri}`;
}
