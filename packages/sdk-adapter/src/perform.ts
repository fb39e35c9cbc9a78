import type {
  ContextSource,
  GatewayPort,
  OpenOperation,
  ResultSizer,
} from "@org/resources-core/adapter";
import { jsonStringByteLength } from "@org/resources-reporting";
import type { Call } from "./call.ts";
import { MalformedParams, wireError } from "./wire-error.ts";

const MAX_ID_BYTES = 1024;

/** One operation as a handler asks for it. */
export interface Performance<C> {
  readonly port: GatewayPort<C>;
  readonly maxUriBytes: number;
  readonly context: ContextSource<C>;
  readonly signal?: AbortSignal | undefined;
  /** Ends what the signal was joined from. */
  readonly release?: (() => void) | undefined;
  readonly timeoutMs?: number | undefined;
  readonly sizer?: ResultSizer | undefined;
  /** The request's id: it comes back with the answer, so it may not be of any size (SDK-5). */
  readonly id?: string | number | undefined;
  /** The URI that a read asks for, unchecked. */
  readonly uri?: unknown;
}

/** {@link perform} for a handler, which knows its server already. `read` is what only reads have. */
export type Operate<in Raw> = <T, R>(
  call: Call<Raw>,
  ask: (operation: OpenOperation) => Promise<T>,
  convert: (result: T) => R,
  read?: { readonly uri: unknown; readonly sizer: ResultSizer },
) => Promise<R>;

/**
 * Runs one operation inside a scope that is open from here until its result is converted (READ-1, SDK-6), and turns
 * whatever is thrown on the way into the one answer for it (SDK-2).
 */
export async function perform<C, T, R>(
  performance: Performance<C>,
  ask: (operation: OpenOperation) => Promise<T>,
  convert: (result: T) => R,
): Promise<R> {
  const { port, maxUriBytes, context, signal, timeoutMs, sizer, id, uri } = performance;
  let operation: OpenOperation | undefined;
  try {
    operation = port.open({ context, signal, timeoutMs, sizer });
    if (typeof id === "string" && jsonStringByteLength(id) > MAX_ID_BYTES) {
      throw new MalformedParams();
    }
    const result = convert(await ask(operation));
    operation.check();
    return result;
  } catch (thrown) {
    throw wireError(thrown, { uri, maxUriBytes, operationId: operation?.operationId });
  } finally {
    operation?.close();
    performance.release?.();
  }
}
