import type { ResourceGateway } from "@org/resources-core";
import { attach } from "./attach.ts";
import type { AttachOptions } from "./attach-options.ts";
import type { Call, ProgressNotification } from "./call.ts";
import type { RequestAuth } from "./request-info.ts";
import { type LowLevelServer, lowLevelOf, type ServerSeam } from "./server-seam.ts";

export { completeResource } from "./completion.ts";
export type { AttachOptions, PromptCompleter, PromptCompletionParams } from "./attach-options.ts";
export type { RequestAuth, RequestInfo } from "./request-info.ts";
export type { WireReason } from "./wire-error.ts";
export type { CompletionResult } from "./wire-result.ts";

/** A low-level `Server` of `@modelcontextprotocol/server`, by members that tell it from v1's and from a client. */
export interface V2Server {
  readonly getClientVersion: () => object | undefined;
  readonly assertCanSetRequestHandler: (method: string) => void;
  readonly getNegotiatedProtocolVersion: () => string | undefined;
}

/** An `McpServer` of `@modelcontextprotocol/server`. */
export interface V2McpServer {
  readonly server: V2Server;
}

/** What v2 gives a request handler, as far as the adapter and most hosts look at it (`ServerContext`). */
export interface V2Request {
  readonly sessionId?: string | undefined;
  readonly mcpReq: {
    readonly id: string | number;
    readonly method: string;
    readonly signal: AbortSignal;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
    /** The `io.modelcontextprotocol/*` metadata of a 2026-07-28 request: revision, client and its capabilities. */
    readonly envelope?: Readonly<Record<string, unknown>> | undefined;
    readonly notify: (notification: ProgressNotification) => Promise<void>;
  };
  readonly http?:
    | { readonly req?: Request | undefined; readonly authInfo?: RequestAuth | undefined }
    | undefined;
}

/**
 * Puts a gateway behind a server of MCP SDK v2, on every protocol revision it serves: `resources/list`,
 * `resources/templates/list`, `resources/read` and, if a binding completes, `completion/complete` are answered by it;
 * tools and prompts stay what they are (SDK-1). Call it once per server, before `connect`; in a factory of
 * `createMcpHandler` or `serveStdio`, on the server that the factory returns. Make the gateway once, outside.
 *
 * @throws TypeError where the server cannot be served whole: attached twice, resources registered by hand, connected
 * without the capability, an SDK v1 server, a gateway that `createResourceGateway` did not make.
 * @example
 * const handler = createMcpHandler(() => {
 *   const server = new McpServer({ name: "library", version: "1.0.0" });
 *   attachResources(server, gateway, { context: ({ authInfo }) => authInfo?.extra?.user });
 *   return server;
 * });
 */
export function attachResources(
  server: V2McpServer | V2Server,
  gateway: ResourceGateway<unknown>,
  options?: Partial<AttachOptions<unknown, V2Request>>,
): void;
export function attachResources<C>(
  server: V2McpServer | V2Server,
  gateway: ResourceGateway<C>,
  options: AttachOptions<C, V2Request>,
): void;
export function attachResources<C>(
  server: V2McpServer | V2Server,
  gateway: ResourceGateway<C>,
  options?: Partial<AttachOptions<C, V2Request>>,
): void {
  attach(seamOf(server), gateway, options);
}

/** `Server` as it is at run time; `_serverInfo` is what it stamps into results, and has no public reader. */
type LowLevelV2 = LowLevelServer & {
  readonly getNegotiatedProtocolVersion: () => string | undefined;
  readonly _serverInfo?: object;
};

function seamOf(server: V2McpServer | V2Server): ServerSeam<V2Request> {
  const low = lowLevelOf(server, "of @modelcontextprotocol/server");
  if (!isV2(low)) {
    throw new TypeError(
      "This server is one of @modelcontextprotocol/sdk (SDK v1): import attachResources from @org/resources-sdk-adapter/v1.",
    );
  }
  const { setRequestHandler } = low;
  return {
    server: low,
    serve: (method, handler) => {
      const handle = (params: unknown, context: V2Request) => handler(params, toCall(context, low));
      setRequestHandler.call(low, method, { params: PASS_THROUGH }, handle);
    },
  };
}

function isV2(low: LowLevelServer): low is LowLevelV2 {
  return "getNegotiatedProtocolVersion" in low;
}

/** A Standard Schema that lets any parameters pass for the adapter to judge. */
const PASS_THROUGH = {
  "~standard": {
    version: 1,
    vendor: "org-resources",
    validate: (value: unknown) => ({ value }),
  },
};

/** Room for what a future release of the SDK stamps where this adapter does not see it. */
const UNKNOWN_SERVER_INFO = { name: " ".repeat(4096) };

const FIRST_MODERN_REVISION = "2026-07-28";

function toCall(context: V2Request, server: LowLevelV2): Call<V2Request> {
  const { mcpReq, http, sessionId } = context;
  const { _meta } = mcpReq;
  // The server's revision, not the one that a request claims: it is what decides how results are encoded.
  const { _serverInfo: serverInfo } = server;
  const revision = server.getNegotiatedProtocolVersion();
  const modern = revision !== undefined && revision >= FIRST_MODERN_REVISION;
  return {
    id: mcpReq.id,
    signal: mcpReq.signal,
    info: { authInfo: http?.authInfo, headers: http?.req?.headers, sessionId, _meta },
    notify: (notification) => mcpReq.notify(notification),
    modern,
    stampedServerInfo: serverInfo ?? UNKNOWN_SERVER_INFO,
    raw: context,
  };
}
