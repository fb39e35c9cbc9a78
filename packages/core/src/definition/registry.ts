import { jsonByteLength } from "@org/resources-reporting";
import { createResourceSelector, type ResourceSelector } from "@org/resources-uri";
import type { GatewayLimits } from "../limits.ts";
import type { ResourceBinding } from "./binding.ts";
import {
  type ContributedBinding,
  mergeContributors,
  type ResourceContributor,
} from "./contributor.ts";
import { nameOf } from "./create-definition.ts";
import type {
  AnyDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
} from "./definition.ts";
import { byCodeUnit, sortedKeyJson } from "./sorted-key-json.ts";

/** Of a page's bytes, what is not its items (LIM-2). */
export const PAGE_ENVELOPE_BYTES = 256;

interface EntryBase<in C> {
  readonly binding: ResourceBinding<C>;
  readonly contributor: string;
  /** Bytes of `listed` as JSON. */
  readonly listedBytes: number;
}

/** A registered resource. */
export interface ResourceEntry<in C> extends EntryBase<C> {
  readonly uri: string;
  readonly uriTemplate?: undefined;
  readonly definition: ResourceDefinition;
  /** What a list shows of the definition: frozen, without `cache`, no object that policy sees. */
  readonly listed: ResourceDefinition;
}

/** A registered resource template. */
export interface TemplateEntry<in C> extends EntryBase<C> {
  readonly uriTemplate: string;
  readonly uri?: undefined;
  readonly definition: ResourceTemplateDefinition;
  readonly listed: ResourceTemplateDefinition;
}

/** One registered binding. */
export type RegistryEntry<C> = ResourceEntry<C> | TemplateEntry<C>;

/** Every binding of a gateway, immutable: how a URI selects one, and the order in which they are listed. */
export interface Registry<C> {
  readonly selector: ResourceSelector<RegistryEntry<C>>;
  /** By URI, by code unit (LST-1). */
  readonly resources: readonly ResourceEntry<C>[];
  /** By template, by code unit (LST-1). */
  readonly templates: readonly TemplateEntry<C>[];
  readonly templateOf: (uriTemplate: string) => TemplateEntry<C> | undefined;
  /** Some binding completes a variable (SDK-1). */
  readonly completes: boolean;
  /** SHA-256 of all definitions as sorted-key JSON: the same in every replica (LST-4). Computed once, when first asked. */
  readonly revision: () => Promise<Uint8Array>;
}

/** What a registry is made of. */
export interface RegistryOptions<C> {
  readonly bindings?: Iterable<ResourceBinding<C>> | undefined;
  readonly contributors?: Iterable<ResourceContributor<C>> | undefined;
  readonly limits: Pick<GatewayLimits, "maxUriBytes" | "maxPageBytes">;
}

/**
 * Merges, validates and indexes every binding, once (DEF-1, FN-5).
 *
 * Throws a `TypeError` naming the definition, and both contributors of a duplicate; also for a URI over `maxUriBytes`
 * and for a definition that could never fit a page (LST-2).
 */
export function createRegistry<C>(options: RegistryOptions<C>): Registry<C> {
  const contributed = mergeContributors(options);
  assertDistinct(contributed);
  const resources: ResourceEntry<C>[] = [];
  const templates: TemplateEntry<C>[] = [];
  for (const { binding, contributor } of contributed) {
    const entry = createEntry(binding, contributor);
    assertLimits(entry, options.limits);
    if (entry.uri === undefined) templates.push(entry);
    else resources.push(entry);
  }
  resources.sort((a, b) => byCodeUnit(a.uri, b.uri) || byName(a, b));
  templates.sort((a, b) => byCodeUnit(a.uriTemplate, b.uriTemplate) || byName(a, b));
  const byTemplate = new Map(templates.map((entry) => [entry.uriTemplate, entry]));
  let revision: Promise<Uint8Array> | undefined;
  return Object.freeze({
    selector: createResourceSelector<RegistryEntry<C>>([...resources, ...templates], {
      maxBytes: options.limits.maxUriBytes,
    }),
    resources: Object.freeze(resources),
    templates: Object.freeze(templates),
    templateOf: (uriTemplate: string) => byTemplate.get(uriTemplate),
    completes: templates.some((entry) => entry.binding.complete !== undefined),
    revision: () => (revision ??= digestOf([...resources, ...templates])),
  });
}

function createEntry<C>(binding: ResourceBinding<C>, contributor: string): RegistryEntry<C> {
  const { definition } = binding;
  const base = { binding, contributor };
  if (definition.uri === undefined) {
    const listed = listedCopy(definition);
    const { uriTemplate } = definition;
    return Object.freeze({
      ...base,
      uriTemplate,
      definition,
      listed,
      listedBytes: jsonByteLength(listed),
    });
  }
  const listed = listedCopy(definition);
  const { uri } = definition;
  return Object.freeze({ ...base, uri, definition, listed, listedBytes: jsonByteLength(listed) });
}

function listedCopy<D extends AnyDefinition>(definition: D): D {
  const listed: D = { ...definition };
  Object.setPrototypeOf(listed, null);
  Reflect.deleteProperty(listed, "cache");
  return Object.freeze(listed);
}

/** Refuses one URI twice (scheme folded) and one template twice (whatever its variables are called), naming both sources. */
function assertDistinct<C>(contributed: readonly ContributedBinding<C>[]): void {
  const seen = new Map<string, ContributedBinding<C>>();
  for (const entry of contributed) {
    const key = identityOf(entry.binding.definition);
    const other = seen.get(key);
    if (other !== undefined) {
      const both =
        other.contributor === entry.contributor
          ? `twice by ${entry.contributor}`
          : `by ${other.contributor} and by ${entry.contributor}`;
      const alias = identifierOf(other.binding.definition);
      const same =
        alias === identifierOf(entry.binding.definition) ? "" : ` (as ${JSON.stringify(alias)})`;
      throw new TypeError(`${nameOf(entry.binding.definition)} is registered ${both}${same}`);
    }
    seen.set(key, entry);
  }
}

function identifierOf(definition: AnyDefinition): string {
  return definition.uri ?? definition.uriTemplate;
}

function identityOf(definition: AnyDefinition): string {
  const identifier = identifierOf(definition);
  const colon = identifier.indexOf(":");
  const folded = identifier.slice(0, colon).toLowerCase() + identifier.slice(colon);
  return definition.uri === undefined ? folded.replaceAll(/\{[^{}]*\}/g, "{}") : folded;
}

function assertLimits<C>(
  entry: RegistryEntry<C>,
  limits: Pick<GatewayLimits, "maxUriBytes" | "maxPageBytes">,
): void {
  const what = `${entry.contributor}: ${nameOf(entry.definition)}`;
  // Valid URIs and templates are ASCII: characters are bytes.
  if (identifierOf(entry.definition).length > limits.maxUriBytes) {
    throw new TypeError(`${what} is longer than maxUriBytes (${limits.maxUriBytes})`);
  }
  const room = limits.maxPageBytes - PAGE_ENVELOPE_BYTES;
  if (entry.listedBytes > room) {
    throw new TypeError(
      `${what} takes ${entry.listedBytes} bytes and could never fit a page: maxPageBytes leaves ${room}`,
    );
  }
}

function byName<C>(a: RegistryEntry<C>, b: RegistryEntry<C>): number {
  return byCodeUnit(a.definition.name, b.definition.name);
}

async function digestOf<C>(entries: readonly RegistryEntry<C>[]): Promise<Uint8Array> {
  const json = `[${entries.map((entry) => sortedKeyJson(entry.definition)).join(",")}]`;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(json)));
}
