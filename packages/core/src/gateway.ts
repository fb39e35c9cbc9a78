import { bindPort } from "./adapter-port.ts";
import { CONSTRUCTED_MARK } from "./identity/construction.ts";
import { GatewayOperation } from "./gateway-operation.ts";
import { createGatewayParts, type GatewayParts } from "./gateway-parts.ts";
import { requestSignal, requestTimeout, requireArgument } from "./operation-request.ts";
import type { GatewayOptions, OperationRequest, ResourceGateway } from "./operation.ts";

/**
 * Puts an immutable set of bindings behind one policy: everything that is listed, read or completed goes through it.
 *
 * Options are copied and validated now. A host whose policy and bindings need different contexts names the intersection,
 * `createResourceGateway<A & B>`. Throws a `TypeError` naming the option, definition, contributor or limit at fault.
 *
 * @example
 * ```ts
 * const gateway = createResourceGateway({
 *   policy: publicPolicy(),
 *   bindings: [resource({ uri: "docs://welcome", name: "welcome" }, "Hello")],
 * });
 * const { items } = await gateway.read("docs://welcome", { context: {} });
 * ```
 */
export function createResourceGateway<C>(options: GatewayOptions<C>): ResourceGateway<C> {
  const parts = createGatewayParts(options);
  const gateway: ResourceGateway<C> = {
    read: (uri, request) => {
      try {
        return begin(parts, request).read(uri, request);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    list: async (page, request) => begin(parts, request).list(page),
    listTemplates: async (page, request) => begin(parts, request).listTemplates(page),
    complete: async (completion, request) => begin(parts, request).complete(completion),
    limits: parts.limits,
  };
  Object.defineProperty(gateway, CONSTRUCTED_MARK, { value: "gateway" });
  Object.freeze(gateway);
  bindPort(gateway, {
    completes: parts.registry.completes,
    listTtlMs: parts.listTtlMs,
    cursorKeysGiven: parts.cursorKeys.given,
    open: (opened) => {
      requireArgument(opened, "options", "{ context, signal?, timeoutMs?, sizer? }");
      const { context: source, signal, timeoutMs, sizer } = opened;
      if (typeof source !== "function") throw new TypeError("context must be a function");
      return new GatewayOperation(parts, {
        caller: { source },
        signal: requestSignal(signal),
        timeoutMs: requestTimeout(timeoutMs, parts.limits.readTimeoutMs),
        sizer,
        closesItself: false,
      });
    },
  });
  return gateway;
}

const REQUEST_SHAPE = "{ context, signal?, timeoutMs? }";

function begin<C>(parts: GatewayParts<C>, request: OperationRequest<C>): GatewayOperation<C> {
  requireArgument(request, "request", REQUEST_SHAPE);
  if (!("context" in request)) {
    throw new TypeError(`request must say whose it is: give it a context, ${REQUEST_SHAPE}`);
  }
  const { context, signal, timeoutMs } = request;
  return new GatewayOperation(parts, {
    caller: { context },
    signal: requestSignal(signal),
    timeoutMs: requestTimeout(timeoutMs, parts.limits.readTimeoutMs),
    sizer: undefined,
    closesItself: true,
  });
}
