import type { TemplateVariables } from "@org/resources-uri";
import type { Awaitable } from "../awaitable.ts";
import { readerView } from "../callback-scope.ts";
import type { CompleteHandlers, ResourceBinding } from "../definition/binding.ts";
import type { ResourceFields, TemplateFields } from "../definition/bundle.ts";
import { sealBinding } from "../definition/capture-binding.ts";
import { captureCallback } from "../definition/capture-callback.ts";
import { createDefinition, nameOf } from "../definition/create-definition.ts";
import { markFunctionBacked } from "../definition/function-backed.ts";
import { isPayload, type Payload } from "../identity/payload.ts";
import { createReadPlan, planOf } from "../identity/plan.ts";
import { createTarget, targetOf } from "../identity/target.ts";
import type { ReaderRequest } from "../scope.ts";
import type { ContentMode } from "./body-kind.ts";
import type { BodyBounds } from "./read-stream.ts";
import type { FileSource, ResourceBody } from "./resource-body.ts";
import { type BodyDescription, copyBytes, isFileSource, toPayload } from "./to-payload.ts";

/** What a function-backed binding takes besides its definition (FN-1). */
export interface ReaderOptions {
  /** Whether bytes are text or a blob; by MIME type unless given (FN-2). */
  readonly content?: ContentMode | undefined;
  /** The one target's private JSON, for policy (TGT-1). */
  readonly authorizationData?: unknown;
}

/** What `resource` takes: a definition and how to treat its body. */
export type ResourceOptions = ResourceFields & ReaderOptions;

/** What `resourceTemplate` takes: a definition, how to treat its bodies, and completions; `T` types the variables. */
export type ResourceTemplateOptions<C, T extends string> = TemplateFields<T> &
  ReaderOptions & { readonly complete?: CompleteHandlers<C, T> | undefined };

/** A body that never changes, or the function that makes one for each read. */
export type ResourceBodySource<C> =
  | string
  | Uint8Array
  | FileSource
  | Payload
  | ((request: ReaderRequest<C>) => Awaitable<ResourceBody>);

/** Makes a body from a template's variables. */
export type TemplateReader<in C, T extends string> = (
  request: ReaderRequest<C, T> & { readonly variables: TemplateVariables<T> },
) => Awaitable<ResourceBody>;

/**
 * Builds a resource of one body: a string, bytes, a file source or payload, or a function that returns one (FN-1).
 *
 * Its one target has the declared URI; policy sees it like any other. Strings are text; `content`, or else the MIME type,
 * decides for bytes (FN-2). Bytes given here are copied now.
 * Throws a `TypeError` naming the definition and the field at fault (DEF-1), or that the body is missing (DEF-2).
 *
 * @example
 * ```ts
 * resource({ uri: "docs://welcome", name: "welcome", mimeType: "text/markdown" }, "# Welcome");
 * resource({ uri: "docs://now", name: "now" }, () => new Date().toISOString());
 * ```
 */
export function resource<C = unknown>(
  options: ResourceOptions,
  body: ResourceBodySource<C>,
): ResourceBinding<C> {
  const definition = createDefinition(options, BESIDE_RESOURCE);
  const what = nameOf(definition);
  if (definition.uri === undefined) {
    throw new TypeError(`${what}: a uriTemplate needs resourceTemplate`);
  }
  const target = createTarget({
    uri: definition.uri,
    authorizationData: options.authorizationData,
  });
  const plan = createReadPlan(target);
  const describe = describer(definition.mimeType, contentMode(options.content, what));
  const source = bodySource(body, what);
  const binding = sealBinding<C>(
    definition,
    () => plan,
    (_target, scope) => settle(source(readerView(scope, target.uri)), describe(target.uri), scope),
    undefined,
  );
  return markFunctionBacked(binding);
}

/**
 * Builds a template of one body each: a function that makes it from the template's variables (FN-1).
 *
 * The one target has the match's canonical URI, whatever spelling was asked for: policy and reader know nothing else.
 * `unavailable()` says that there is no such thing; `invalidVariable()` that a variable cannot be what it is.
 * Throws a `TypeError` naming the definition and the field or callback at fault (DEF-1, DEF-2).
 *
 * @example
 * ```ts
 * resourceTemplate(
 *   { uriTemplate: "docs://pages/{slug}", name: "page", mimeType: "text/markdown" },
 *   async ({ variables }) => (await pages.find(variables.slug)) ?? unavailable(),
 * );
 * ```
 */
export function resourceTemplate<C = unknown, const T extends string = string>(
  options: ResourceTemplateOptions<C, T>,
  read: TemplateReader<C, T>,
): ResourceBinding<C>;
export function resourceTemplate<C>(
  options: ResourceTemplateOptions<C, string>,
  read: TemplateReader<C, string>,
): ResourceBinding<C> {
  const definition = createDefinition(options, BESIDE_TEMPLATE);
  const what = nameOf(definition);
  if (definition.uriTemplate === undefined) throw new TypeError(`${what}: a uri needs resource`);
  if (typeof read !== "function") throw new TypeError(`${what}: the callback "read" is missing`);
  // Made of an example, so that bad data fails here and is copied once.
  const { authorizationData } = createTarget({
    uri: "example:",
    authorizationData: options.authorizationData,
  });
  const describe = describer(definition.mimeType, contentMode(options.content, what));
  const binding = sealBinding<C>(
    definition,
    (match) => planOf(targetOf(match.canonicalUri, authorizationData)),
    (target, scope) => settle(read(readerView(scope, target.uri)), describe(target.uri), scope),
    options.complete,
  );
  return markFunctionBacked(binding);
}

const BESIDE_RESOURCE: ReadonlySet<string> = new Set(["content", "authorizationData"]);
const BESIDE_TEMPLATE: ReadonlySet<string> = new Set([...BESIDE_RESOURCE, "complete"]);

type Source<C> = (request: ReaderRequest<C>) => Awaitable<unknown>;

function bodySource<C>(body: ResourceBodySource<C>, what: string): Source<C> {
  if (typeof body === "function") return body;
  if (typeof body === "string" || isPayload(body)) return () => body;
  if (ArrayBuffer.isView(body)) {
    const copy = copyBytes(body);
    return () => copy;
  }
  if (isFileSource(body)) {
    const read = captureCallback(body, "read", what);
    const file: FileSource = Object.freeze({ kind: "file-source", read });
    return () => file;
  }
  const fault = body === undefined || body === null ? "is missing" : "is of another kind";
  throw new TypeError(
    `${what}: the body ${fault}: give a string, a Uint8Array, a file source, a payload, or a function that returns a body`,
  );
}

function contentMode(content: unknown, what: string): ContentMode {
  if (content === undefined) return "auto";
  if (content === "auto" || content === "text" || content === "blob") return content;
  throw new TypeError(`${what}: content must be "auto", "text" or "blob"`);
}

function describer(mimeType: string | undefined, content: ContentMode) {
  return (uri: string): BodyDescription => ({ uri, mimeType, content });
}

/** A body that is there already makes its payload at once: most reads need no turn of the loop. */
function settle(
  body: Awaitable<unknown>,
  description: BodyDescription,
  bounds: BodyBounds,
): Awaitable<Payload> {
  if (!isThenable(body)) return toPayload(body, description, bounds);
  return Promise.resolve(body).then((settled) => toPayload(settled, description, bounds));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function"
  );
}
