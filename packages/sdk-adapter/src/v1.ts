import type { ResourceGateway } from "@org/resources-core";
import { attach } from "./attach.ts";
import type { AttachOptions } from "./attach-options.ts";
import type { Call, ProgressNotification } from "./call.ts";
import type { RequestAuth, RequestInfo } from "./request-info.ts";
import { lowLevelOf, type ServerSeam } from "./server-seam.ts";

export { completeResource } from "./completion.ts";
export { signalOfResponse, type ClosableResponse } from "./response-signal.ts";
export type { AttachOptions, PromptCompleter, PromptCompletionParams } from "./attach-options.ts";
export type { RequestAuth, RequestInfo } from "./request-info.ts";
export type { WireReason } from "./wire-error.ts";
export type { CompletionResult } from "./wire-result.ts";

/** A low-level `Server` of `@modelcontextprotocol/sdk`, by members that tell it from the v2 SDK's and from a client. */
export interface V1Server {
  readonly getClientVersion: () => object | undefined;
  readonly assertCanSetRequestHandler: (method: string) => void;
  /** v2 has it. */
  readonly getNegotiatedProtocolVersion?: undefined;
}

/** An `McpServer` of `@modelcontextprotocol/sdk`. */
export interface V1McpServer {
  readonly server: V1Server;
}

/** What v1 gives a request handler, as far as it is the same everywhere (`RequestHandlerExtra`). */
export interface V1Request {
  readonly signal: AbortSignal;
  readonly requestId: string | number;
  readonly sessionId?: string | undefined;
  readonly authInfo?: RequestAuth | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  readonly requestInfo?:
    | { readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> }
    | undefined;
  readonly sendNotification: (notification: ProgressNotification) => Promise<void>;
}

/**
 * Puts a gateway behind a server of MCP SDK v1: `resources/list`, `resources/templates/list`, `resources/read` and, if
 * a binding completes, `completion/complete` are answered by it; tools and prompts stay what they are (SDK-1).
 * Call it once per server, before `connect`.
 *
 * @throws TypeError where the server cannot be served whole: attached twice, resources registered by hand, connected
 * without the capability, an SDK v2 server, a gateway that `createResourceGateway` did not make.
 * @example
 * const server = new McpServer({ name: "library", version: "1.0.0" });
 * attachResources(server, gateway, { context: ({ authInfo }) => authInfo?.extra?.user });
 * await server.connect(new StdioServerTransport());
 */
export function attachResources(
  server: V1McpServer | V1Server,
  gateway: ResourceGateway<unknown>,
  options?: Partial<AttachOptions<unknown, V1Request>>,
): void;
export function attachResources<C>(
  server: V1McpServer | V1Server,
  gateway: ResourceGateway<C>,
  options: AttachOptions<C, V1Request>,
): void;
export function attachResources<C>(
  server: V1McpServer | V1Server,
  gateway: ResourceGateway<C>,
  options?: Partial<AttachOptions<C, V1Request>>,
): void {
  attach(seamOf(server), gateway, options);
}

function seamOf(server: V1McpServer | V1Server): ServerSeam<V1Request> {
  const low = lowLevelOf(server, "of @modelcontextprotocol/sdk");
  if ("getNegotiatedProtocolVersion" in low) {
    throw new TypeError(
      "This server is one of @modelcontextprotocol/server (SDK v2): import attachResources from @org/resources-sdk-adapter/v2.",
    );
  }
  const { setRequestHandler } = low;
  return {
    server: low,
    serve: (method, handler) => {
      const handle = (request: { readonly params?: unknown }, extra: V1Request) =>
        handler(request.params, toCall(extra));
      setRequestHandler.call(low, passThrough(method), handle);
    },
  };
}

/** Stands where v1 wants a zod schema: names the method, and lets any parameters pass for the adapter to judge. */
function passThrough(method: string): object {
  return {
    shape: { method: { value: method } },
    safeParse: (request: unknown) => ({ success: true, data: request }),
  };
}

/** v1 stamps nothing. */
const NOTHING = Object.freeze({});

function toCall(extra: V1Request): Call<V1Request> {
  return {
    id: extra.requestId,
    signal: extra.signal,
    info: infoOf(extra),
    notify: (notification) => extra.sendNotification(notification),
    modern: false, // v1 speaks revisions up to 2025-11-25
    stampedServerInfo: NOTHING,
    raw: extra,
  };
}

function infoOf({ authInfo, sessionId, _meta, requestInfo }: V1Request): RequestInfo {
  if (requestInfo === undefined) return { authInfo, headers: undefined, sessionId, _meta };
  return {
    authInfo,
    get headers() {
      return toHeaders(requestInfo.headers); // most hosts never look
    },
    sessionId,
    _meta,
  };
}

/** v1 gives headers as Node has them; both entry points give them as the web has them. */
function toHeaders(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const line of typeof value === "string" ? [value] : (value ?? []))
      headers.append(name, line);
  }
  return headers;
}
