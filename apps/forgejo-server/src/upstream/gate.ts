import { UpstreamFailure } from "./failures.ts";

/**
 * Lets at most `maxRunning` calls run at once. Those that wait are served in turn by key, so that a caller with many
 * calls does not hold up one with few; beyond `maxWaiting` a call is refused.
 */
export class Gate {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  /** Keys take turns in the map's order: whoever was served goes to its end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;
  #waitingCount = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `call` when there is room. Throws the signal's reason when it aborts while the call waits. */
  async run<T>(key: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#maxRunning) this.#running += 1;
    else await this.#wait(key, signal);
    try {
      return await call();
    } finally {
      this.#leave();
    }
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    if (this.#waitingCount >= this.#maxWaiting)
      return Promise.reject(new UpstreamFailure("too many calls wait for Forgejo"));
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key) ?? [];
      const enter = (): void => {
        signal.removeEventListener("abort", give);
        resolve();
      };
      const give = (): void => {
        queue.splice(queue.indexOf(enter), 1);
        if (queue.length === 0) this.#waiting.delete(key);
        this.#waitingCount -= 1;
        // It has just aborted, and so throws its reason.
        try {
          signal.throwIfAborted();
        } catch (reason) {
          reject(reason);
        }
      };
      queue.push(enter);
      this.#waiting.set(key, queue);
      this.#waitingCount += 1;
      signal.addEventListener("abort", give, { once: true });
    });
  }

  /** The room that a call leaves goes to the next key's first. */
  #leave(): void {
    const next = this.#waiting.entries().next().value;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [key, queue] = next;
    const enter = queue.shift();
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    this.#waitingCount -= 1;
    enter?.();
  }
}
