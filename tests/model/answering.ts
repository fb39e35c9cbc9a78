import {
  createReadPlan,
  createTarget,
  invalidVariable,
  ResourceFailure,
  textPayload,
  tooLarge,
  unavailable,
} from "@org/resources-core";
import { deferred } from "@org/resources-testkit";
import type { Answer, Thrown } from "./world.ts";
import type { StageClock } from "./stage-clock.ts";

/** Planted in everything private: it must never come out anywhere but in a cause. */
export const SECRET = "s3cr3t-of-the-host";

/** One call that has been made and not yet been answered. */
export interface Waiting {
  readonly label: string;
  /** Not to be answered before this moment: a reader that is late. */
  readonly notBefore: number;
  readonly settle: () => void;
}

/** Answers callbacks: at once, or when the schedule says so. */
export class Answering {
  readonly waiting: Waiting[] = [];
  readonly clock: StageClock;

  constructor(clock: StageClock) {
    this.clock = clock;
  }

  /** What a callback returns (or throws) for this answer. `onSettled` is told when it has answered. */
  give<T, R>(
    answer: Answer<T>,
    make: (value: T) => R,
    label: string,
    onSettled: () => void = () => undefined,
    lateBy = 0,
  ): R | PromiseLike<R> {
    const run = (): R => {
      onSettled();
      return outcome(answer, make);
    };
    if (answer.how === "sync") {
      this.clock.stall(lateBy);
      return run();
    }
    const notBefore = this.clock.elapsed() + lateBy;
    if (answer.how === "promise") {
      return new Promise<R>((resolve, reject) => {
        const settle = (): void => {
          settled(run, resolve, reject);
        };
        this.waiting.push({ label, notBefore, settle });
      });
    }
    return this.#thenable(run, label, notBefore);
  }

  #thenable<R>(run: () => R, label: string, notBefore: number): PromiseLike<R> {
    const { promise, resolve, reject } = deferred<R>();
    const settle = (): void => {
      settled(run, resolve, reject);
    };
    this.waiting.push({ label, notBefore, settle });
    const thenable = {
      // oxlint-disable-next-line unicorn/no-thenable -- a foreign promise is what is tested
      then: (onValue: (value: R) => unknown, onError: (error: unknown) => unknown): void => {
        // Foreign promises break their own rules: this one calls both, and twice.
        const twice = async (): Promise<void> => {
          try {
            const value = await promise;
            onValue(value);
            onValue(value);
            onError(new Error(SECRET));
          } catch (error) {
            onError(error);
            onError(error);
          }
        };
        void twice();
      },
    };
    return thenable as PromiseLike<R>;
  }
}

function settled<R>(
  run: () => R,
  resolve: (value: R) => void,
  reject: (error: unknown) => void,
): void {
  try {
    resolve(run());
  } catch (error) {
    reject(error);
  }
}

function outcome<T, R>(answer: Answer<T>, make: (value: T) => R): R {
  // oxlint-disable-next-line typescript/only-throw-error -- what hosts throw is not always an error
  if (answer.thrown !== undefined) throw thrownValue(answer.thrown);
  return make(answer.value);
}

/** What each name throws. */
export function thrownValue(thrown: Thrown): unknown {
  switch (thrown) {
    case "unavailable":
      return caught(() => unavailable(new Error(SECRET)));
    case "tooLarge":
      return caught(tooLarge);
    case "invalidVariable":
      return caught(() => invalidVariable("id", "a decimal number"));
    case "failure":
      return new ResourceFailure("no_items", { operationId: SECRET, uri: SECRET, cause: SECRET });
    case "error":
      return Object.assign(new Error(SECRET), { code: "ENOENT", path: `/${SECRET}` });
    case "abort":
      return new DOMException(SECRET, "AbortError");
    case "undefined":
      return undefined;
    case "string":
      return SECRET;
    case "hostile":
      return new Proxy(() => undefined, {
        get: () => fail(),
        has: () => fail(),
        getPrototypeOf: () => fail(),
        getOwnPropertyDescriptor: () => fail(),
        ownKeys: () => fail(),
      });
    case "target fault":
      return caught(() => createTarget({ uri: "no uri" }));
    case "plan fault": {
      const target = createTarget({ uri: "item://h/0" });
      return caught(() => createReadPlan(target, [target, target]));
    }
    case "payload fault":
      return caught(() => textPayload("", "no MIME type"));
    default:
      throw new TypeError(`nothing is called ${String(thrown satisfies never)}`);
  }
}

function fail(): never {
  throw new Error(`hostile ${SECRET}`);
}

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
