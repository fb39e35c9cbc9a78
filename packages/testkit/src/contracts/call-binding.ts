import type {
  Payload,
  ReadPlan,
  ResourceBinding,
  ResourceMatch,
  ResourceTarget,
  Scope,
} from "@org/resources-core";
import { bodyScope, matchOf, scopeOf } from "./calling-scope.ts";

/** A plan, and what it was made for. */
export interface Planned {
  readonly uri: string;
  readonly match: ResourceMatch;
  readonly plan: ReadPlan;
}

/** A binding and the URIs that it is asked for: one call at a time, as one caller's operation. */
export class BindingCaller<C> {
  readonly #binding: ResourceBinding<C>;
  readonly #uris: readonly string[];

  constructor(binding: ResourceBinding<C>, uris: readonly string[]) {
    this.#binding = binding;
    this.#uris = uris;
  }

  /** The match of one of the subject's URIs. Throws a `TypeError` for one that the binding does not answer to. */
  match(uri: string): ResourceMatch {
    const { definition } = this.#binding;
    const match = matchOf([definition], uri);
    if (match !== undefined) return match;
    const place = definition.uri ?? definition.uriTemplate;
    throw new TypeError(`a binding subject names URIs of its binding: ${place} is not ${uri}`);
  }

  /** The matches of the subject's URIs, in canonical form. */
  matches(): readonly ResourceMatch[] {
    return this.#uris.map((uri) => this.match(this.match(uri).canonicalUri));
  }

  async resolve(match: ResourceMatch, scope: Scope<C>): Promise<ReadPlan> {
    return await this.#binding.resolve(match, scope);
  }

  async read(target: ResourceTarget, match: ResourceMatch, scope: Scope<C>): Promise<Payload> {
    return await this.#binding.read(target, bodyScope(scope, match));
  }

  /** The plans of all the subject's URIs for one caller, one after the other. */
  async plans(context: C): Promise<readonly Planned[]> {
    const plans: Planned[] = [];
    for (const match of this.matches()) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const plan = await this.resolve(match, scopeOf(context));
      plans.push({ uri: match.canonicalUri, match, plan });
    }
    return plans;
  }
}

/** Everything that a plan is made of, as text to compare. */
export function planInWords({ requested, items }: ReadPlan): string {
  return JSON.stringify([requested, ...items].map(identity));
}

function identity({ uri, representation, authorizationData }: ResourceTarget): unknown {
  return [uri, representation, authorizationData];
}

/** What came of reading one body, as text to compare. */
export async function bodyInWords(reading: Promise<Payload>): Promise<string> {
  try {
    const { mimeType, text, bytes } = await reading;
    return JSON.stringify([mimeType, text ?? Array.from(bytes ?? [])]);
  } catch {
    return "throws";
  }
}
