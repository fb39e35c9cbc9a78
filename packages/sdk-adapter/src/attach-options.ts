import type { Awaitable, JsonObject } from "@org/resources-core";
import type { RequestInfo } from "./request-info.ts";

/** The parameters of a `completion/complete` request for a prompt's argument, as the client sent them. */
export interface PromptCompletionParams {
  readonly ref: { readonly type: "ref/prompt"; readonly name: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> };
}

/** Completes a prompt's argument: gives the result of `completion/complete`. */
export type PromptCompleter<in Raw> = (
  params: PromptCompletionParams,
  raw: Raw,
) => Awaitable<{
  readonly completion: {
    readonly values: readonly string[];
    readonly total?: number | undefined;
    readonly hasMore?: boolean | undefined;
  };
}>;

/** What `attachResources` takes besides server and gateway. `Raw` is the SDK's own view of a request. */
export interface AttachOptions<out C, in Raw> {
  /**
   * Says who asks; runs first in every operation, inside its deadline. `undefined`, `null` or a thrown `unavailable()`
   * is nobody: reads answer "not found", lists and completions are empty. Any other throw is `policy_failed` (SDK-6).
   */
  readonly context: (request: RequestInfo, raw: Raw) => Awaitable<C | null | undefined>;
  /** Cancels every operation of this server: a shutdown, or the HTTP response of a server made for one request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Who answers `completion/complete`. By default the adapter does for resource templates, if a binding completes, and
   * leaves prompts to whoever the SDK has registered. `false`: the adapter keeps away (compose with `completeResource`).
   * `{ prompts }`: this callback answers for prompts.
   */
  readonly completions?: false | { readonly prompts: PromptCompleter<Raw> } | undefined;
  /** Extension capabilities to declare, such as `{ "io.modelcontextprotocol/ui": {} }` (APP-1). */
  readonly extensions?: Readonly<Record<string, JsonObject>> | undefined;
}

/** A gateway that asks for no context gets an empty one. Options stay the object they are: their methods need it. */
export function withContext<C, Raw>(
  options: Partial<AttachOptions<C, Raw>>,
): AttachOptions<C, Raw> {
  if (hasContext(options)) return options;
  const { signal, completions, extensions } = options;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- C is unknown where no context is given: see the overloads
  return { context: () => ({}) as C, signal, completions, extensions };
}

function hasContext<C, Raw>(
  options: Partial<AttachOptions<C, Raw>>,
): options is AttachOptions<C, Raw> {
  return options.context !== undefined;
}
