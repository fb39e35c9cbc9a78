import type { Completion, OperationRequest, ResourceGateway } from "@org/resources-core";
import { gatewayPort, type OpenOperation } from "@org/resources-core/adapter";
import type { AttachOptions, PromptCompleter, PromptCompletionParams } from "./attach-options.ts";
import type { Call } from "./call.ts";
import { completionParams } from "./params.ts";
import { type Operate, perform } from "./perform.ts";
import { promptResult } from "./prompt-result.ts";
import { type LowLevelServer, type ServerSeam, storedHandlers } from "./server-seam.ts";
import { tellHost } from "./tell-host.ts";
import { MalformedParams, relayedError, wireError } from "./wire-error.ts";
import { type CompletionResult, completionResult, type WireResult } from "./wire-result.ts";

/** The method; a resource template's variables and a prompt's arguments share it. */
export const COMPLETE = "completion/complete";

/** Answers for a prompt's argument: an SDK's own handler, or the host's callback. */
type PromptAnswer<Raw> = (params: PromptCompletionParams, call: Call<Raw>) => Promise<WireResult>;

/**
 * Serves `completion/complete` for resource templates, beside whatever serves it for prompts (SDK-1).
 * Returns what takes in a prompt handler that the SDK registers later.
 */
export function serveCompletion<C, Raw>(
  seam: ServerSeam<Raw>,
  completions: AttachOptions<C, Raw>["completions"],
  operate: Operate<Raw>,
): { readonly adopt: () => void } {
  let prompts: PromptAnswer<Raw> | undefined;

  const handler = async (params: unknown, call: Call<Raw>): Promise<WireResult> => {
    if (prompts !== undefined && isForPrompt(params)) return prompts(params, call);
    return operate(call, (operation) => complete(operation, params), completionResult);
  };
  const adopt = (): void => {
    const stored = storedHandlers(seam.server)?.get(COMPLETE);
    if (stored !== undefined) {
      prompts = async (params, { id, raw }) => {
        const request = { jsonrpc: "2.0", id, method: COMPLETE, params };
        return { ...(await stored(request, raw)) };
      };
    }
    seam.serve(COMPLETE, handler);
  };

  if (completions === undefined || completions === false) adopt();
  else {
    prompts = promptAnswer(seam.server, completions);
    seam.serve(COMPLETE, handler);
  }
  return { adopt };
}

function complete(operation: OpenOperation, params: unknown): Promise<Completion> {
  const asked = completionParams(params);
  if (asked.kind === "prompt") throw new MalformedParams();
  return operation.complete(asked.request);
}

function isForPrompt(params: unknown): params is PromptCompletionParams {
  try {
    return completionParams(params).kind === "prompt";
  } catch {
    return false;
  }
}

/**
 * The host's callback, as safe as the rest: an error that it made for the wire is passed on, any other, and an answer that
 * is none, goes to the server's `onerror`.
 */
function promptAnswer<Raw>(
  server: LowLevelServer,
  completions: { readonly prompts: PromptCompleter<Raw> },
): PromptAnswer<Raw> {
  const { prompts } = completions;
  return async (params, call) => {
    try {
      return promptResult(await prompts.call(completions, params, call.raw));
    } catch (thrown) {
      const relayed = relayedError(thrown);
      if (relayed !== undefined) throw relayed;
      // Nobody else hears of it: a callback for prompts has no gateway, and so no observer.
      tellHost(server, new Error("The completions.prompts callback failed", { cause: thrown }));
      throw wireError(thrown, { maxUriBytes: 0 });
    }
  };
}

/**
 * Completes a resource template's variable for a `completion/complete` handler of your own: give it the request's
 * parameters, return what it returns, and let what it throws pass (SDK-1, CMP-1). The error it throws is ready for the
 * wire, also for parameters that are not about a resource template.
 *
 * @example
 * server.setRequestHandler("completion/complete", (request, ctx) =>
 *   request.params.ref.type === "ref/resource"
 *     ? completeResource(gateway, request.params, { context: callerOf(ctx), signal: ctx.mcpReq.signal })
 *     : completePrompt(request.params),
 * );
 */
export async function completeResource<C>(
  gateway: ResourceGateway<C>,
  params: unknown,
  request: OperationRequest<C>,
): Promise<CompletionResult> {
  const { context, signal, timeoutMs } = request;
  const port = gatewayPort(gateway);
  const { maxUriBytes } = gateway.limits;
  const performance = { port, maxUriBytes, context: () => context, signal, timeoutMs };
  return perform(performance, (operation) => complete(operation, params), completionResult);
}
