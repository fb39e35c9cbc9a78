import type { OpenOperation } from "./adapter-port.ts";
import { operationView } from "./callback-scope.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import { type FailureCode, isResourceFailure } from "./failure.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { completeVariable, copyCompletionRequest } from "./list/complete.ts";
import { type ListedEntry, listPage, pageSizeOf } from "./list/page.ts";
import { type EventBody, OperationEvents } from "./operation-events.ts";
import type {
  Completion,
  CompletionRequest,
  ContextSource,
  Page,
  PageRequest,
  ReadProgress,
} from "./operation.ts";
import { JsonSizer } from "./read/json-sizer.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import { readBundle } from "./read/read-bundle.ts";
import type { ResultSizer } from "./read/result-sizer.ts";
import { resultSizes } from "./read/result-sizes.ts";
import { RequestScope } from "./request-scope.ts";
import type { Scope } from "./scope.ts";
import { UnavailableSignal } from "./signal.ts";
import { SlotRefusedError } from "./slots.ts";

/** Who asks: known already, or to be asked for inside the scope (SDK-6). */
export type Caller<C> = { readonly context: C } | { readonly source: ContextSource<C> };

/** What an operation is opened with. */
export interface OperationOptions<C> {
  readonly caller: Caller<C>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly sizer?: ResultSizer | undefined;
}

/** How one kind of operation tells its story to an observer, does its work, and answers nobody. */
interface Work<C, R> {
  readonly start: EventBody;
  readonly run: (view: Scope<C>, events: OperationEvents<C> | undefined) => Promise<R>;
  readonly nobody: () => R;
  readonly end: (result: R | undefined, end: OperationEnd) => EventBody;
}

interface OperationEnd {
  readonly outcome: "ok" | FailureCode;
  readonly durationMs: number;
  readonly cause?: unknown;
}

/** One operation with its scope open: entry, context, slot, work, and the last look at cancellation and deadline (READ-1). */
export class GatewayOperation<C> implements OpenOperation {
  readonly #parts: GatewayParts<C>;
  readonly #scope: RequestScope;
  readonly #caller: Caller<C>;
  readonly #sizer: ResultSizer | undefined;
  #isUsed = false;

  constructor(parts: GatewayParts<C>, options: OperationOptions<C>) {
    const { signal, timeoutMs, caller, sizer } = options;
    const operationId = parts.nextOperationId();
    this.#parts = parts;
    this.#scope = new RequestScope(parts.scopes, { operationId, signal, timeoutMs });
    this.#caller = caller;
    this.#sizer = sizer;
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
    const scope = this.#scope;
    const onProgress = options?.onProgress;
    if (onProgress !== undefined && typeof onProgress !== "function") {
      return Promise.reject(new TypeError("onProgress must be a function"));
    }
    const sizer = this.#sizer ?? new JsonSizer();
    return this.#perform({
      start: { type: "read.start", uri },
      run: (view, events) =>
        readBundle(this.#parts, { uri, scope, view, events, sizer, onProgress }),
      nobody: () => {
        throw scope.failure("unavailable");
      },
      end: (bundle, end) => ({
        type: "read.end",
        ...end,
        items: bundle?.items.length ?? 0,
        partial: bundle?.partial ?? false,
        ...resultSizes(bundle, sizer),
      }),
    });
  }

  list(page: PageRequest): Promise<Page<ResourceDefinition>> {
    return this.#list("resources", this.#parts.registry.resources, page);
  }

  listTemplates(page: PageRequest): Promise<Page<ResourceTemplateDefinition>> {
    return this.#list("templates", this.#parts.registry.templates, page);
  }

  async #list<T extends ResourceDefinition | ResourceTemplateDefinition>(
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
    return this.#perform<Page<T>>({
      start: { type: "list.start", method },
      run: (view) => listPage(station, { cursor, size }, this.#scope, view),
      nobody: () => EMPTY_PAGE,
      end: (result, end) => ({
        type: "list.end",
        method,
        ...end,
        items: result?.items.length ?? 0,
      }),
    });
  }

  async complete(completion: CompletionRequest): Promise<Completion> {
    const { policy, limits, registry } = this.#parts;
    const { templateOf } = registry;
    const request = copyCompletionRequest(completion);
    const { uriTemplate, variable } = request;
    return this.#perform<Completion>({
      start: { type: "complete.start", uriTemplate, variable },
      run: (view) => completeVariable({ templateOf, policy, limits }, request, this.#scope, view),
      nobody: () => EMPTY_COMPLETION,
      end: (result, end) => ({
        type: "complete.end",
        ...end,
        values: result?.values.length ?? 0,
      }),
    });
  }

  async #perform<R>(work: Work<C, R>): Promise<R> {
    if (this.#isUsed) throw new TypeError("an open operation runs once");
    this.#isUsed = true;
    const { observer, scopes } = this.#parts;
    if (observer === undefined) return this.#enter(work, undefined);

    const events = new OperationEvents<C>(observer, this.#scope, scopes.elapsed);
    let result: R | undefined;
    let failure: unknown;
    try {
      result = await this.#enter(work, events);
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      events.start(work.start);
      events.emit(work.end(result, endOf(failure, events.elapsedMs())));
    }
  }

  async #enter<R>(work: Work<C, R>, events: OperationEvents<C> | undefined): Promise<R> {
    const scope = this.#scope;
    scope.check();
    const caller = "context" in this.#caller ? this.#caller : await this.#askContext();
    if (caller === undefined) return work.nobody();
    const view = operationView(caller.context, scope.operationId, scope);
    events?.attribute(view);
    events?.start(work.start);
    const ticket = this.#takeTicket(view.context);
    try {
      if (ticket.turn !== undefined) await this.#awaitTurn(ticket.turn, events);
      const result = await work.run(view, events);
      scope.check();
      return result;
    } finally {
      ticket.leave();
    }
  }

  /** `undefined` is nobody: there is no such context, or its source says that there is none for this request. */
  #askContext():
    | { readonly context: C }
    | undefined
    | Promise<{ readonly context: C } | undefined> {
    const scope = this.#scope;
    const caller = this.#caller;
    if ("context" in caller) return caller;
    const answer = { context: undefined as C | null | undefined };
    return scope.ask(
      async () => {
        answer.context = await caller.source();
      },
      undefined,
      undefined,
      () => {
        const { context } = answer;
        return context === undefined || context === null ? undefined : { context };
      },
      (thrown) => {
        if (UnavailableSignal.is(thrown)) return undefined;
        throw scope.failure("policy_failed", { cause: thrown });
      },
      undefined,
    );
  }

  /** A place to run or wait in; without one the answer is `overloaded`, whatever is asked for (LIM-6). */
  #takeTicket(context: C) {
    const { slots, concurrencyKey } = this.#parts;
    let key = "";
    if (concurrencyKey !== undefined) {
      try {
        const answer: unknown = concurrencyKey(context);
        if (typeof answer !== "string") throw new TypeError("concurrencyKey must answer a string");
        key = answer;
      } catch (cause) {
        this.#scope.check();
        throw this.#scope.failure("policy_failed", { cause });
      }
    }
    const ticket = slots.enter(key);
    if (ticket === undefined) throw this.#scope.failure("overloaded");
    return ticket;
  }

  #awaitTurn(turn: Promise<void>, events: OperationEvents<C> | undefined): void | Promise<void> {
    const { slots } = this.#parts;
    events?.emit({ type: "queue", waiting: slots.waiting, running: slots.running });
    const scope = this.#scope;
    return scope.ask(
      () => turn,
      undefined,
      undefined,
      () => undefined,
      (thrown) => {
        throw scope.failure("overloaded", {
          cause: thrown instanceof SlotRefusedError ? undefined : thrown,
        });
      },
      undefined,
    );
  }
}

const EMPTY_PAGE: { readonly items: readonly never[] } = Object.freeze({
  items: Object.freeze([]),
});
const EMPTY_COMPLETION: Completion = Object.freeze({
  values: Object.freeze([]),
  total: 0,
  hasMore: false,
});

function endOf(failure: unknown, durationMs: number): OperationEnd {
  if (failure === undefined) return { outcome: "ok", durationMs };
  // What is no failure is a caller's mistake: it is thrown before anything runs.
  if (!isResourceFailure(failure)) return { outcome: "resolve_failed", durationMs, cause: failure };
  const { code, cause } = failure;
  return cause === undefined ? { outcome: code, durationMs } : { outcome: code, durationMs, cause };
}
