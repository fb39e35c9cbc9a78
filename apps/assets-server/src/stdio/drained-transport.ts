import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

type Id = string | number;

/**
 * A transport around another one that can be emptied before it is closed: it knows which requests have no answer yet.
 */
export class DrainedTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  readonly #inner: Transport;
  readonly #unanswered = new Set<Id>();
  #empty: (() => void) | undefined;

  constructor(inner: Transport) {
    this.#inner = inner;
    // Callbacks are all that a transport has.
    // oxlint-disable unicorn/prefer-add-event-listener
    inner.onclose = () => {
      this.#unanswered.clear();
      this.#empty?.();
      this.onclose?.();
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => {
      // Whoever asks while the server closes is not answered: the connection ends instead.
      if (this.#empty !== undefined && isRequest(message)) return;
      this.#note(message);
      this.onmessage?.(message, extra);
    };
    // oxlint-enable unicorn/prefer-add-event-listener
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(...sent: Parameters<Transport["send"]>): Promise<void> {
    const [message] = sent;
    await this.#inner.send(...sent);
    if ("id" in message && !("method" in message) && message.id !== undefined)
      this.#answered(message.id);
  }

  /** Resolves when every request has its answer, or after `graceMs`; what is asked meanwhile is dropped. */
  async drain(graceMs: number): Promise<void> {
    if (this.#unanswered.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#empty = resolve;
      timer = setTimeout(resolve, graceMs);
    });
    clearTimeout(timer);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #note(message: JSONRPCMessage): void {
    if (isRequest(message)) {
      // A subscription is answered when it ends, which is when the connection does.
      if (message.method !== "subscriptions/listen") this.#unanswered.add(message.id);
    } else if ("method" in message && message.method === "notifications/cancelled") {
      const cancelled = message.params?.["requestId"];
      if (typeof cancelled === "string" || typeof cancelled === "number") this.#answered(cancelled);
    }
  }

  #answered(id: Id): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#empty?.();
  }
}

function isRequest(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { id: Id; method: string }> {
  return "method" in message && "id" in message;
}
