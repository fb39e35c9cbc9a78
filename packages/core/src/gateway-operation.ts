import type { OpenOperation } from "./adapter-port.ts";
import { operationView } from "./callback-scope.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import { isResourceFailure } from "./failure.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { completeVariable, copyCompletionRequest } from "./list/complete.ts";
import { type ListedEntry, listPage, pageSizeOf } from "./list/page.ts";
import { OperationEvents } from "./operation-events.ts";
import { COMPLETE, LIST, type OperationEnd, type OperationKind, READ } from "./operation-kind.ts";
import type {
  Completion,
  CompletionRequest,
  ContextSource,
  Page,
  PageRequest,
  ReadProgress,
} from "./operation.ts";
import { andThen, Pending, pendingOf, type Soon, type Subscriber } from "./pending.ts";
import { jsonSizer } from "./read/json-sizer.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import { readBundle } from "./read/read-bundle.ts";
import type { ResultSizer } from "./read/result-sizer.ts";
import { RequestScope } from "./request-scope.ts";
import type { Scope } from "./scope.ts";
import { UnavailableSignal } from "./signal.ts";
import { SlotRefusedError, type SlotTicket } from "./slots.ts";

/** Who asks: known already, or to be asked for inside the scope (SDK-6). */
export type Caller<C> = { readonly context: C } | { readonly source: ContextSource<C> };

/** What an operation is opened with. */
export interface OperationOptions<C> {
  readonly caller: Caller<C>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly sizer: ResultSizer | undefined;
  /** The scope ends with the operation; an adapter's stays open until it is closed. */
  readonly closesItself: boolean;
}

/** The operation's own work, once it is known who asks and there is a slot. */
type Work<C, R> = (context: C, events: OperationEvents<C> | undefined) => Soon<R>;

/** One operation with its scope open: context, slot, work, and the last look at cancellation and deadline (READ-1). */
export class GatewayOperation<C> implements OpenOperation {
  readonly #parts: GatewayParts<C>;
  readonly #scope: RequestScope;
  readonly #options: OperationOptions<C>;
  #ticket: SlotTicket | undefined;
  #isUsed = false;

  constructor(parts: GatewayParts<C>, options: OperationOptions<C>) {
    this.#parts = parts;
    this.#options = options;
    const { timeoutMs, signal } = options;
    this.#scope = new RequestScope(parts.scopes, parts.nextOperationId(), timeoutMs, signal);
  }

  get operationId(): string {
    return this.#scope.operationId;
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  get deadline(): number {
    return this.#scope.deadline;
  }

  check(): void {
    this.#scope.check();
  }

  close(): void {
    this.#scope.close();
  }

  read(
    uri: string,
    options?: { readonly onProgress?: ((progress: ReadProgress) => unknown) | undefined },
  ): Promise<ReadBundle> {
    const onProgress = options?.onProgress;
    if (onProgress !== undefined && typeof onProgress !== "function") {
      return Promise.reject(new TypeError("onProgress must be a function"));
    }
    const gateway = this.#parts;
    const scope = this.#scope;
    const { sizer = jsonSizer } = this.#options;
    return this.#perform(READ, { uri, sizer }, (context, events) =>
      readBundle({ gateway, uri, scope, context, events, sizer, onProgress }),
    );
  }

  async list(page: PageRequest): Promise<Page<ResourceDefinition>> {
    return this.#list("resources", this.#parts.registry.resources, page);
  }

  async listTemplates(page: PageRequest): Promise<Page<ResourceTemplateDefinition>> {
    return this.#list("templates", this.#parts.registry.templates, page);
  }

  #list<T extends ResourceDefinition | ResourceTemplateDefinition>(
    method: "resources" | "templates",
    entries: readonly ListedEntry<T>[],
    page: PageRequest,
  ): Promise<Page<T>> {
    const { policy, limits, registry, cursorKeys, scopes } = this.#parts;
    const { cursor, pageSize } = page;
    const size = pageSizeOf(pageSize, limits);
    const { revision } = registry;
    const { now } = scopes;
    const station = { method, entries, revision, cursorKeys, policy, limits, now };
    return this.#perform<typeof method, Page<T>>(LIST, method, (context) => {
      // Cursors are made and opened without asking anybody.
      this.#scope.guardSoon();
      return pendingOf(listPage(station, { cursor, size }, this.#scope, this.#view(context)));
    });
  }

  async complete(completion: CompletionRequest): Promise<Completion> {
    const { policy, limits, registry } = this.#parts;
    const { templateOf } = registry;
    const request = copyCompletionRequest(completion);
    const station = { templateOf, policy, limits };
    return this.#perform(COMPLETE, request, (context) =>
      pendingOf(completeVariable(station, request, this.#scope, this.#view(context))),
    );
  }

  #perform<I, R>(kind: OperationKind<I, R, R>, input: I, work: Work<C, R>): Promise<R> {
    if (this.#isUsed) return Promise.reject(new TypeError("an open operation runs once"));
    this.#isUsed = true;
    const { observer, scopes } = this.#parts;
    const events =
      observer === undefined
        ? undefined
        : new OperationEvents(observer, this.#scope, scopes.elapsed);
    try {
      const begun = this.#begin(kind, input, work, events);
      if (begun instanceof Pending) return this.#finish(kind, input, begun, events);
      this.#scope.check();
      this.#end(kind, input, begun, undefined, events);
      return Promise.resolve(begun);
    } catch (error) {
      this.#end(kind, input, undefined, error, events);
      return Promise.reject(error);
    }
  }

  #finish<I, R>(
    kind: OperationKind<I, R, R>,
    input: I,
    begun: Pending<R>,
    events: OperationEvents<C> | undefined,
  ): Promise<R> {
    return new Promise((resolve, reject) => {
      const subscriber: Subscriber<R> = {
        onDone: (result) => {
          try {
            this.#scope.check();
          } catch (error) {
            subscriber.onFail(error);
            return;
          }
          this.#end(kind, input, result, undefined, events);
          resolve(result);
        },
        onFail: (error) => {
          this.#end(kind, input, undefined, error, events);
          reject(error);
        },
      };
      begun.subscribe(subscriber);
    });
  }

  #end<I, R>(
    kind: OperationKind<I, R, R>,
    input: I,
    result: R | undefined,
    failure: unknown,
    events: OperationEvents<C> | undefined,
  ): void {
    this.#ticket?.leave();
    if (events !== undefined) {
      events.start(kind.startEvent(input));
      events.emit(kind.endEvent(input, result, endOf(failure, events.elapsedMs())));
    }
    if (this.#options.closesItself) this.#scope.close();
  }

  /** Entry, then context, before anything else (READ-1, SDK-6). */
  #begin<I, R>(
    kind: OperationKind<I, R, R>,
    input: I,
    work: Work<C, R>,
    events: OperationEvents<C> | undefined,
  ): Soon<R> {
    this.#scope.check();
    const { caller } = this.#options;
    if ("context" in caller) return this.#enter(caller.context, kind, input, work, events);
    return this.#enterAs(this.#askContext(caller.source), kind, input, work, events);
  }

  #enterAs<I, R>(
    asked: Soon<{ readonly context: C } | undefined>,
    kind: OperationKind<I, R, R>,
    input: I,
    work: Work<C, R>,
    events: OperationEvents<C> | undefined,
  ): Soon<R> {
    return andThen(asked, (someone): Soon<R> => {
      if (someone === undefined) return kind.nobody(this.#scope);
      return this.#enter(someone.context, kind, input, work, events);
    });
  }

  #enter<I, R>(
    context: C,
    kind: OperationKind<I, R, R>,
    input: I,
    work: Work<C, R>,
    events: OperationEvents<C> | undefined,
  ): Soon<R> {
    events?.attribute(this.#view(context));
    events?.start(kind.startEvent(input));
    const turn = this.#takeTicket(context, events);
    return turn instanceof Pending ? workLater(turn, context, work, events) : work(context, events);
  }

  #view(context: C): Scope<C> {
    return operationView(context, this.#scope.operationId, this.#scope);
  }

  /** `undefined` is nobody: the source says that there is no context for this request. */
  #askContext(source: ContextSource<C>): Soon<{ readonly context: C } | undefined> {
    const scope = this.#scope;
    return scope.askSoon(
      source,
      undefined,
      undefined,
      (answer): { readonly context: C } | undefined => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the source answers, or what its promise comes to
        const context = answer as C | null | undefined;
        return context === undefined || context === null ? undefined : { context };
      },
      (thrown) => {
        if (UnavailableSignal.is(thrown)) return undefined;
        throw scope.failure("policy_failed", { cause: thrown });
      },
      undefined,
    );
  }

  /** Takes a place to run or wait in; without one the answer is `overloaded`, whatever was asked for (LIM-6). */
  #takeTicket(context: C, events: OperationEvents<C> | undefined): Soon<void> {
    const scope = this.#scope;
    const { slots } = this.#parts;
    const ticket = slots.enter(this.#concurrencyKey(context));
    if (ticket === undefined) throw scope.failure("overloaded");
    this.#ticket = ticket;
    const { turn } = ticket;
    if (turn === undefined) return undefined;
    events?.emit({ type: "queue", waiting: slots.waiting, running: slots.running });
    return scope.askSoon(
      () => turn,
      undefined,
      undefined,
      (): void => {},
      (thrown) => {
        const cause = thrown instanceof SlotRefusedError ? undefined : thrown;
        throw scope.failure("overloaded", { cause });
      },
      undefined,
    );
  }

  #concurrencyKey(context: C): string {
    const { concurrencyKey } = this.#parts;
    if (concurrencyKey === undefined) return "";
    try {
      const key: unknown = concurrencyKey(context);
      if (typeof key === "string") return key;
      throw new TypeError("concurrencyKey must answer a string");
    } catch (cause) {
      throw this.#scope.failure("policy_failed", { cause });
    }
  }
}

/** By itself, like all that waits: so that what need not costs no closure. */
function workLater<C, R>(
  turn: Pending<void>,
  context: C,
  work: Work<C, R>,
  events: OperationEvents<C> | undefined,
): Pending<R> {
  return turn.chain(() => work(context, events), undefined);
}

function endOf(failure: unknown, durationMs: number): OperationEnd {
  if (failure === undefined) return { outcome: "ok", durationMs };
  // What is no failure is a fault of core's own: the host should hear of it.
  if (!isResourceFailure(failure)) return { outcome: "resolve_failed", durationMs, cause: failure };
  const { code, cause } = failure;
  return cause === undefined ? { outcome: code, durationMs } : { outcome: code, durationMs, cause };
}
