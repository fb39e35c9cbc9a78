import { parseResourceUri, type ResourceUri, type ResourceUriString } from "@org/resources-uri";
import { copyHostJson } from "../host-json.ts";
import { isWellFormed } from "../well-formed.ts";
import {
  Constructed,
  CONSTRUCTED_MARK,
  type ConstructedKind,
  notConstructed,
  PlanError,
} from "./construction.ts";

declare const TARGET: unique symbol;

/** The largest `maxUriBytes` there is (LIM-2): each gateway holds items to its own. */
const MAX_URI_BYTES = 8192;
const MAX_AUTHORIZATION_BYTES = 65_536;

/**
 * One item's identity: the same immutable object goes to policy and to storage, in both rounds (TGT-1, TGT-3).
 * Made by `createTarget` alone; a look-alike is refused.
 */
export interface ResourceTarget {
  readonly uri: ResourceUriString;
  /** Part of the host's identity, never of the wire; `""` unless given. */
  readonly representation: string;
  /** The host's private JSON: not enumerable, never in a result, report, error, event or log. */
  readonly authorizationData: unknown;
  readonly [TARGET]: true;
}

/** What `createTarget` takes. */
export interface TargetOptions {
  readonly uri: string | ResourceUri;
  readonly representation?: string | undefined;
  readonly authorizationData?: unknown;
}

interface TargetJson {
  readonly uri: ResourceUriString;
  readonly representation: string;
}

class Target extends Constructed {
  readonly uri: ResourceUriString;
  readonly representation: string;
  declare readonly [TARGET]: true;
  readonly #authorizationData: unknown;

  constructor(uri: ResourceUriString, representation: string, authorizationData: unknown) {
    super();
    this.uri = uri;
    this.representation = representation;
    this.#authorizationData = authorizationData;
    Object.freeze(this);
  }

  static override is(value: unknown): value is Target {
    return typeof value === "object" && value !== null && #authorizationData in value;
  }

  get authorizationData(): unknown {
    return this.#authorizationData;
  }

  get [CONSTRUCTED_MARK](): ConstructedKind {
    return "target";
  }

  toJSON(): TargetJson {
    return { uri: this.uri, representation: this.representation };
  }

  [Symbol.for("nodejs.util.inspect.custom")](): TargetJson {
    return this.toJSON();
  }

  [Symbol.for("Deno.customInspect")](): string {
    return JSON.stringify(this);
  }
}

/**
 * Makes one item's identity, immutable (TGT-1).
 *
 * `uri` is at most 8192 bytes; `representation` tells apart what one URI cannot (different representations still need
 * different URIs); `authorizationData` is the host's private JSON, at most 64 KiB, copied. It is identity, never a state
 * of rights: both rounds of decisions get the same object.
 * Throws a `TypeError` that says what is wrong; thrown out of `resolve` it fails the read as `invalid_plan` (READ-3).
 *
 * @example
 * createTarget({ uri: `asset://projects/${project}/${asset}`, authorizationData: { tenant: row.tenantId } });
 */
export function createTarget(options: TargetOptions): ResourceTarget {
  if (typeof options !== "object" || options === null) {
    throw new PlanError("createTarget takes an object with a uri");
  }
  const { uri, representation = "", authorizationData } = options;
  if (typeof representation !== "string" || !isWellFormed(representation)) {
    throw new PlanError("createTarget: representation must be a string of well-formed Unicode");
  }
  return new Target(identityOf(uri), representation, privateCopy(authorizationData));
}

/** {@link createTarget} of a URI that has been validated, and private data that has been copied. */
export function targetOf(uri: ResourceUriString, authorizationData: unknown): ResourceTarget {
  return new Target(uri, "", authorizationData);
}

function identityOf(uri: unknown): ResourceUriString {
  const text: unknown = typeof uri === "object" && uri !== null ? Reflect.get(uri, "href") : uri;
  if (typeof text !== "string") {
    throw new PlanError("createTarget: uri must be a string or a parsed ResourceUri");
  }
  try {
    return parseResourceUri(text, { maxBytes: MAX_URI_BYTES }).href;
  } catch (error) {
    throw new PlanError(`createTarget: ${messageOf(error)}`, { cause: error });
  }
}

function privateCopy(data: unknown): unknown {
  if (data === undefined) return undefined;
  try {
    const options = { name: "authorizationData", maxBytes: MAX_AUTHORIZATION_BYTES };
    return copyHostJson(data, options).value;
  } catch (error) {
    throw new PlanError(`createTarget: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "invalid";
}

/** Tells a target of this copy of the package from everything else. */
export function isTarget(value: unknown): value is ResourceTarget {
  return Target.is(value);
}

/** Throws a `PlanError` unless `value` is a target of this copy; `what` names its place. */
export function assertTarget(value: unknown, what: string): asserts value is ResourceTarget {
  if (!Target.is(value)) {
    throw new PlanError(`${what}: ${notConstructed(value, "target", "createTarget")}`);
  }
}
