import {
  createReadPlan,
  createTarget,
  resourcesFor,
  textPayload,
  tooLarge,
  unavailable,
  type CacheHint,
  type Payload,
  type ResourceBinding,
  type ResourceContributor,
} from "@org/resources-core";
import type { z } from "zod";
import type { Endpoint } from "../upstream/endpoints.ts";
import { AnswerTooLarge, UpstreamRefused } from "../upstream/failures.ts";
import { take } from "../upstream/fields.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";
import { inquire, type ForgejoContext, type Inquiry } from "../upstream/inquiry.ts";
import type { SubjectData } from "../access/subject.ts";
import { areVariables, checkVariables } from "./variables.ts";

const { bundle, resourceTemplate } = resourcesFor<ForgejoContext>();

/** The variables of any template. */
export type Variables = Readonly<Record<string, string>>;

/** What each domain says of its entity; the rest is the same for all. */
export interface EntityDomain<S extends z.ZodType, V extends string> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly uriTemplate: string;
  readonly variables: readonly V[];
  /** What Forgejo is asked: whether the caller may have it, and for its fields. */
  readonly endpoint: (variables: Readonly<Record<V, string>>) => Endpoint;
  readonly schema: S;
  /** Whether the answer is what the address names; if not, it is unavailable. Default: always. */
  readonly isNamed?:
    | ((entity: z.output<S>, variables: Readonly<Record<V, string>>) => boolean)
    | undefined;
  /** The JSON body; `undefined` members are absent from it. */
  readonly json: (
    entity: z.output<S>,
    variables: Readonly<Record<V, string>>,
    inquiry: Inquiry,
  ) => object | Promise<object>;
  /** The text for `/markdown`. */
  readonly markdown?: ((entity: z.output<S>) => string) | undefined;
  /** How long a client may keep it. */
  readonly ttlMs: number;
  /** Default true: whoever is nobody and gets it, gets what everybody may have. */
  readonly shareable?: boolean | undefined;
}

/** An entity as policy and gateway see it. */
export interface Entity {
  readonly name: string;
  /** Asks Forgejo, now, whether the caller may have it; throws `UpstreamFailure` where Forgejo cannot say. */
  readonly permits: (variables: Variables, inquiry: Inquiry) => Promise<boolean>;
  readonly contributor: (options: EntityOptions) => ResourceContributor<ForgejoContext>;
}

/** What the bindings of all entities share. */
export interface EntityOptions {
  readonly client: ForgejoClient;
  /** False: no `/markdown`, neither as a second item nor by itself. */
  readonly markdown: boolean;
}

/** Makes an entity of what its domain says. */
export function defineEntity<S extends z.ZodType, const V extends string>(
  domain: EntityDomain<S, V>,
): Entity {
  const found = (value: unknown, variables: Readonly<Record<V, string>>): z.output<S> => {
    const entity = take(domain.schema, value);
    if (domain.isNamed?.(entity, variables) === false) throw new UpstreamRefused(200);
    return entity;
  };
  const named = (variables: Variables) => variables as Readonly<Record<V, string>>;
  return {
    name: domain.name,
    permits: async (variables, inquiry) => {
      // No address of anything: the reader refuses it without asking anybody, and says what is expected.
      if (!areVariables(variables)) return true;
      try {
        const { value } = await inquiry.ask(domain.endpoint(named(variables)));
        found(value, named(variables));
        return true;
      } catch (error) {
        if (error instanceof UpstreamRefused) return false;
        // Forgejo gave it, which is the answer; that it cannot be read here is the body's trouble.
        if (error instanceof AnswerTooLarge) return true;
        throw error;
      }
    },
    contributor: ({ client, markdown }) => {
      const read: ReadPart = async (part, variables, inquiry) => {
        const { value } = await inquiry.recall(domain.endpoint(named(variables)));
        const entity = found(value, named(variables));
        const cache = cacheOf(domain, inquiry);
        if (part === "markdown")
          return textPayload(domain.markdown?.(entity) ?? "", "text/markdown", { cache });
        const json = await domain.json(entity, named(variables), inquiry);
        return textPayload(JSON.stringify(json), "application/json", { cache });
      };
      const hasText = markdown && domain.markdown !== undefined;
      return {
        name: domain.name,
        bindings: hasText
          ? [withText(domain, client, read), alone(domain, "markdown", client, read)]
          : [alone(domain, "json", client, read)],
      };
    },
  };
}

function cacheOf(
  { ttlMs, shareable = true }: EntityDomain<z.ZodType, string>,
  { caller }: Inquiry,
): CacheHint {
  return { ttlMs, cacheScope: caller.anonymous && shareable ? "public" : "private" };
}

type Part = "json" | "markdown";

type Shown = Pick<EntityDomain<z.ZodType, never>, "name" | "title" | "description" | "uriTemplate">;

type ReadPart = (part: Part, variables: Variables, inquiry: Inquiry) => Promise<Payload>;

/**
 * One part of an entity, by itself. Its plan is the gateway's own, and only so may a shared cache keep it (READ-16);
 * its variables are therefore judged after the policy, which lets what cannot be an address pass to this refusal.
 */
function alone(
  domain: Shown,
  part: Part,
  client: ForgejoClient,
  read: ReadPart,
): ResourceBinding<ForgejoContext> {
  return resourceTemplate(fieldsOf(domain, part), ({ variables, ...scope }) => {
    const values: Variables = variables;
    checkVariables(values);
    return reading(() => read(part, values, inquire(client, scope)));
  });
}

/** An entity's JSON, and its text as a second item. */
function withText(
  domain: Shown,
  client: ForgejoClient,
  read: ReadPart,
): ResourceBinding<ForgejoContext> {
  const { name } = domain;
  return bundle(fieldsOf(domain, "json"), {
    resolve: ({ canonicalUri, variables }) => {
      const values: Variables = variables;
      checkVariables(values);
      const subject: SubjectData = { entity: name, variables: { ...values } };
      const target = (uri: string, representation: Part) =>
        createTarget({ uri, representation, authorizationData: subject });
      const requested = target(canonicalUri, "json");
      return createReadPlan(requested, [requested, target(`${canonicalUri}/markdown`, "markdown")]);
    },
    read: ({ representation }, scope) => {
      const part = representation === "markdown" ? "markdown" : "json";
      return reading(() => read(part, scope.match.variables, inquire(client, scope)));
    },
  });
}

function fieldsOf({ name, title, description, uriTemplate }: Shown, part: Part) {
  return part === "json"
    ? { uriTemplate, name, title, description, mimeType: "application/json" }
    : {
        uriTemplate: `${uriTemplate}/markdown`,
        name: markdownName(name),
        title: `Text of a ${title.toLowerCase()}`,
        description: `The text of a ${title.toLowerCase()} alone.`,
        mimeType: "text/markdown",
      };
}

/** The name of the definition that has an entity's text alone. */
export function markdownName(entity: string): string {
  return `${entity}-markdown`;
}

/** What upstream's refusals and bounds are to the gateway; all else is a failed read. */
async function reading(read: () => Promise<Payload>): Promise<Payload> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamRefused) throw unavailable(error);
    if (error instanceof AnswerTooLarge) throw tooLarge();
    throw error;
  }
}
