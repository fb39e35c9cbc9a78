import type { GatewayEvent, Observer } from "./observer.ts";
import type { RequestScope } from "./request-scope.ts";
import { operationView } from "./callback-scope.ts";
import type { Scope } from "./scope.ts";

type WithoutBase<E> = E extends unknown ? Omit<E, "operationId" | "elapsedMs"> : never;
/** An event as a station tells it; operation and time are added on the way out. */
export type EventBody = WithoutBase<GatewayEvent>;

/**
 * Tells a host's observer what happens in one operation (OBS-1). It is made only where there is an observer: stations
 * that find none make no events.
 */
export class OperationEvents<C> {
  readonly #observer: Observer<C>;
  readonly #elapsed: () => number;
  readonly #startedAt: number;
  #view: Scope<C | undefined>;
  #hasStarted = false;

  constructor(observer: Observer<C>, scope: RequestScope, elapsed: () => number) {
    this.#observer = observer;
    this.#elapsed = elapsed;
    this.#startedAt = elapsed();
    this.#view = operationView<C | undefined>(undefined, scope.operationId, scope);
  }

  /** Monotonic milliseconds since the operation's start. */
  elapsedMs(): number {
    return Math.max(0, this.#elapsed() - this.#startedAt);
  }

  /** From here on it is known whose operation it is. */
  attribute(view: Scope<C>): void {
    this.#view = view;
  }

  /** Every operation starts once, even one that ends before anybody knows whose it is. */
  start(body: EventBody): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.emit(body);
  }

  /** Not awaited, and without any consequence, whatever the observer does. */
  emit(body: EventBody): void {
    const event: GatewayEvent = Object.freeze({
      ...body,
      operationId: this.#view.operationId,
      elapsedMs: this.elapsedMs(),
    });
    callAndForget(() => this.#observer(event, this.#view));
  }
}

/** Calls something of the host's for which nothing depends on the answer: throws and rejections are dropped. */
export function callAndForget(call: () => unknown): void {
  try {
    const answer = call();
    if (typeof answer === "object" && answer !== null) void settleQuietly(answer);
  } catch {
    // Nobody depends on it.
  }
}

async function settleQuietly(answer: unknown): Promise<void> {
  try {
    await answer;
  } catch {
    // Nobody depends on it.
  }
}
