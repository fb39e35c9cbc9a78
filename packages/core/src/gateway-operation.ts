import type { OpenOperation } from "./adapter-port.ts";
import { operationView } from "./callback-scope.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { completeVariable, copyCompletionRequest } from "./list/complete.ts";
import { type ListedEntry, listPage, pageSizeOf } from "./list/page.ts";
import { COMPLETE, LIST, type OperationKind, READ } from "./operation-kind.ts";
import { type Caller, OperationRun, type Work } from "./operation-run.ts";
import type {
  Completion,
  CompletionRequest,
  Page,
  PageRequest,
  ReadProgress,
} from "./operation.ts";
import { requireArgument } from "./operation-request.ts";
import { pendingOf } from "./pending.ts";
import { jsonSizer } from "./read/json-sizer.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import { readBundle } from "./read/read-bundle.ts";
import type { ResultSizer } from "./read/result-sizer.ts";
import { RequestScope } from "./request-scope.ts";
import type { Scope } from "./scope.ts";

/** What an operation is opened with. */
export interface OperationOptions<C> {
  readonly caller: Caller<C>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly sizer: ResultSizer | undefined;
  /** The scope ends with the operation; an adapter's stays open until it is closed. */
  readonly closesItself: boolean;
}

/** One operation with its scope open: context, slot, work, and the last look at cancellation and deadline (READ-1). */
export class GatewayOperation<C> implements OpenOperation {
  readonly #parts: GatewayParts<C>;
  readonly #scope: RequestScope;
  readonly #options: OperationOptions<C>;
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
    requireArgument(page, "page", "{ cursor?, pageSize? }");
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
    const { caller, closesItself } = this.#options;
    return new OperationRun(this.#parts, this.#scope, kind, input, work, closesItself).run(caller);
  }

  #view(context: C): Scope<C> {
    return operationView(context, this.#scope.operationId, this.#scope);
  }
}
