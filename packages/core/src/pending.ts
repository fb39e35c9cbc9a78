/** A value, or an answer of core's own that is not there yet. A station that need not wait costs nothing more. */
export type Soon<T> = T | Pending<T>;

/** Who waits for a {@link Pending}. */
export interface Subscriber<in T> {
  readonly onDone: (value: T) => void;
  readonly onFail: (error: unknown) => void;
}

type Outcome<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done: false; readonly error: unknown };

/**
 * An answer that is not there yet, between one station and the next: what a promise would be, for one who waits and
 * without a turn of the loop. When it comes, whoever waits is called at once.
 */
export class Pending<T> {
  #subscriber: Subscriber<T> | undefined;
  #outcome: Outcome<T> | undefined;

  /** Goes on with the value when it comes, or with the error where `recover` is given. */
  chain<S, R>(
    next: (value: T, by: S) => Soon<R>,
    by: S,
    recover?: (error: unknown, by: S) => Soon<R>,
  ): Pending<R> {
    const link = new Link(next, by, recover);
    this.subscribe(link);
    return link;
  }

  /** The same as a promise, for those who use `await`. */
  promise(): Promise<T> {
    return new Promise((onDone, onFail) => {
      this.subscribe({ onDone, onFail });
    });
  }

  /** There is one subscriber at most; it is told once. */
  subscribe(subscriber: Subscriber<T>): void {
    const outcome = this.#outcome;
    if (outcome === undefined) this.#subscriber = subscriber;
    else if (outcome.done) subscriber.onDone(outcome.value);
    else subscriber.onFail(outcome.error);
  }

  done(value: T): void {
    const subscriber = this.#subscriber;
    if (subscriber === undefined) {
      this.#outcome ??= { done: true, value };
      return;
    }
    this.#subscriber = undefined;
    subscriber.onDone(value);
  }

  fail(error: unknown): void {
    const subscriber = this.#subscriber;
    if (subscriber === undefined) {
      this.#outcome ??= { done: false, error };
      return;
    }
    this.#subscriber = undefined;
    subscriber.onFail(error);
  }

  /** Nobody waits any more: what comes is dropped, and nothing is held. */
  letGo(): void {
    this.#subscriber = undefined;
  }

  /** This comes to what `result` comes to. Who waits is handed over, so that no chain grows however long a loop is. */
  protected become(result: Soon<T>): void {
    if (!(result instanceof Pending)) {
      this.done(result);
      return;
    }
    const subscriber = this.#subscriber;
    if (subscriber === undefined) {
      result.subscribe({
        onDone: (value) => {
          this.done(value);
        },
        onFail: (error) => {
          this.fail(error);
        },
      });
      return;
    }
    this.#subscriber = undefined;
    result.subscribe(subscriber);
  }
}

class Link<T, S, R> extends Pending<R> implements Subscriber<T> {
  readonly #next: (value: T, by: S) => Soon<R>;
  readonly #by: S;
  readonly #recover: ((error: unknown, by: S) => Soon<R>) | undefined;

  constructor(
    next: (value: T, by: S) => Soon<R>,
    by: S,
    recover: ((error: unknown, by: S) => Soon<R>) | undefined,
  ) {
    super();
    this.#next = next;
    this.#by = by;
    this.#recover = recover;
  }

  onDone(value: T): void {
    let result: Soon<R>;
    try {
      result = this.#next(value, this.#by);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.become(result);
  }

  onFail(error: unknown): void {
    if (this.#recover === undefined) {
      this.fail(error);
      return;
    }
    let result: Soon<R>;
    try {
      result = this.#recover(error, this.#by);
    } catch (thrown) {
      this.fail(thrown);
      return;
    }
    this.become(result);
  }
}

/** Goes on at once with what is there, or when it is; `next` gets `by` as well, so that it need be no closure. */
export function andThen<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R>;
export function andThen<T, S, R>(
  value: Soon<T>,
  next: (value: T, by: S) => Soon<R>,
  by: S,
): Soon<R>;
export function andThen<T, S, R>(
  value: Soon<T>,
  next: (value: T, by?: S) => Soon<R>,
  by?: S,
): Soon<R> {
  return value instanceof Pending ? value.chain(next, by) : next(value, by);
}

/** Waits for a promise of core's own. */
export function pendingOf<T>(promise: Promise<T>): Pending<T> {
  const pending = new Pending<T>();
  promise.then(
    (value) => {
      pending.done(value);
      return undefined;
    },
    (error: unknown) => {
      pending.fail(error);
    },
  );
  return pending;
}
