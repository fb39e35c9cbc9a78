import type { FailureCode } from "./failure.ts";
import type { EventBody } from "./operation-events.ts";
import type { Completion, CompletionRequest, Page } from "./operation.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import type { ResultSizer } from "./read/result-sizer.ts";
import { resultSizes } from "./read/result-sizes.ts";
import type { RequestScope } from "./request-scope.ts";

/** How an operation ended, as an observer is told. */
export interface OperationEnd {
  readonly outcome: "ok" | FailureCode;
  readonly durationMs: number;
  readonly cause?: unknown;
}

/**
 * What is particular to one kind of operation besides its work: `I` is what was asked for, `R` the result, `N` what
 * nobody gets.
 */
export interface OperationKind<in I, in R, out N> {
  /** Answers a request whose context says that it is nobody's (SDK-6). */
  readonly nobody: (scope: RequestScope) => N;
  readonly startEvent: (input: I) => EventBody;
  readonly endEvent: (input: I, result: R | undefined, end: OperationEnd) => EventBody;
}

/** A read: to nobody, every resource is unavailable. */
export const READ: OperationKind<
  { readonly uri: string; readonly sizer: ResultSizer },
  ReadBundle,
  never
> = {
  nobody: (scope) => {
    throw scope.failure("unavailable");
  },
  startEvent: ({ uri }) => ({ type: "read.start", uri }),
  endEvent: ({ sizer }, bundle, end) => ({
    type: "read.end",
    ...end,
    items: bundle?.items.length ?? 0,
    partial: bundle?.partial ?? false,
    ...resultSizes(bundle, sizer),
  }),
};

/** A page of a list: nobody sees any entry. */
export const LIST: OperationKind<"resources" | "templates", Page<unknown>, Page<never>> = {
  nobody: () => EMPTY_PAGE,
  startEvent: (method) => ({ type: "list.start", method }),
  endEvent: (method, page, end) => ({
    type: "list.end",
    method,
    ...end,
    items: page?.items.length ?? 0,
  }),
};

const EMPTY_PAGE: Page<never> = Object.freeze({ items: Object.freeze([]) });

/** A completion: for nobody, there is no value. */
export const COMPLETE: OperationKind<CompletionRequest, Completion, Completion> = {
  nobody: () => EMPTY_COMPLETION,
  startEvent: ({ uriTemplate, variable }) => ({ type: "complete.start", uriTemplate, variable }),
  endEvent: (_request, completion, end) => ({
    type: "complete.end",
    ...end,
    values: completion?.values.length ?? 0,
  }),
};

const EMPTY_COMPLETION: Completion = Object.freeze({
  values: Object.freeze([]),
  total: 0,
  hasMore: false,
});
