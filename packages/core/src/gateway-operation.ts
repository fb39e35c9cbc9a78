import type { OpenOperation } from "./adapter-port.ts";
import { andThen, type Soon } from "./awaitable.ts";
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
type Work<C, R> = (view: Scope<C>, events: OperationEvents<C> | undefined) => Soon<R>;

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
    return this.#perform(READ, { uri, sizer }, (view, events) =>
      readBundle({ gateway, uri, scope, view, events, sizer, onProgress }),
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
    return this.#perform<typeof method, Page<T>>(LIST, method, (view) => {
      // Cursors are made and opened without asking anybody.
      this.#scope.guardOnce();
      return listPage(station, { cursor, size }, this.#scope, view);
    });
  }

  async complete(completion: CompletionRequest): Promise<Completion> {
    const { policy, limits, registry } = this.#parts;
    const { templateOf } = registry;
    const request = copyCompletionRequest(completion);
    return this.#perform(COMPLETE, request, (view) =>
      completeVariable({ templateOf, policy, limits }, request, this.#scope, view),
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
      if (begun instanceof Promise) return this.#finish(kind, input, begun, events);
      this.#scope.check();
      this.#end(kind, input, begun, undefined, events);
      return Promise.resolve(begun);
    } catch (error) {
      this.#end(kind, input, undefined, error, events);
      return Promise.reject(error);
    }
  }

  async #finish<I, R>(
    kind: OperationKind<I, R, R>,
    input: I,
    begun: Promise<R>,
    events: OperationEvents<C> | undefined,
  ): Promise<R> {
    let result: R | undefined;
    let failure: unknown;
    try {
      result = await begun;
      this.#scope.check();
      return result;
    } catch (error) {
      failure = error;
      result = undefined;
      throw error;
    } finally {
      this.#end(kind, input, result, failure, events);
    }
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
    return andThen(this.#askContext(caller.source), (someone): Soon<R> => {
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
    const view = operationView(context, this.#scope.operationId, this.#scope);
    events?.attribute(view);
    events?.start(kind.startEvent(input));
    const turn = this.#takeTicket(context, events);
    return turn instanceof Promise ? turn.then(() => work(view, events)) : work(view, events);
  }

  /** `undefined` is nobody: the source says that there is no context for this request. */
  #askContext(source: ContextSource<C>): Soon<{ readonly context: C } | undefined> {
    const scope = this.#scope;
    return scope.ask(
      async () => ({ context: await source() }),
      undefined,
      undefined,
      (answer) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made two lines above
        const { context } = answer as { readonly context: C | null | undefined };
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
    return scope.ask(
      () => turn,
      undefined,
      undefined,
      () => undefined,
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

function endOf(failure: unknown, durationMs: number): OperationEnd {
  if (failure === undefined) return { outcome: "ok", durationMs };
  // What is no failure is a fault of core's own: the host should hear of it.
  if (!isResourceFailure(failure)) return { outcome: "resolve_failed", durationMs, cause: failure };
  const { code, cause } = failure;
  return cause === undefined ? { outcome: code, durationMs } : { outcome: code, durationMs, cause };
}
