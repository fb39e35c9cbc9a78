import { jsonStringByteLength, utf8ByteLength } from "@org/resources-reporting";
import { parseResourceTemplate } from "@org/resources-uri";
import { completeView } from "../callback-scope.ts";
import type { CompleteScope, CompleteVariable } from "../definition/binding.ts";
import { PAGE_ENVELOPE_BYTES, type Registry } from "../definition/registry.ts";
import type { GatewayLimits } from "../limits.ts";
import { requireArgument } from "../operation-request.ts";
import type { Completion, CompletionRequest } from "../operation.ts";
import type { ResourcePolicy } from "../policy/policy.ts";
import type { RequestScope } from "../request-scope.ts";
import type { Scope } from "../scope.ts";
import { UnavailableSignal } from "../signal.ts";
import { isWellFormed } from "../well-formed.ts";
import { askDiscover } from "./discoverable.ts";

/** The protocol's own bound on one answer. */
const MAX_VALUES = 100;

/** The one answer to everything that is not there, or not for this caller (CMP-1). */
const EMPTY: Completion = Object.freeze({ values: Object.freeze([]), total: 0, hasMore: false });

/** All that a completion is made of. */
export interface CompletionStation<C> {
  readonly templateOf: Registry<C>["templateOf"];
  readonly policy: Pick<ResourcePolicy<C>, "discover">;
  readonly limits: Pick<GatewayLimits, "maxUriBytes" | "maxPageBytes">;
}

/** A completion request, copied. */
export interface CopiedRequest extends CompletionRequest {
  readonly variables: Readonly<Record<string, string>>;
}

/** Copies a completion request, each field read once; throws a `TypeError` for what is of a wrong type. */
export function copyCompletionRequest(request: CompletionRequest): CopiedRequest {
  requireArgument(request, "completion", "{ uriTemplate, variable, value, variables? }");
  const { uriTemplate, variable, value, variables = {} } = request;
  for (const [name, text] of Object.entries({ uriTemplate, variable, value })) {
    if (typeof text !== "string") throw new TypeError(`${name} must be a string`);
  }
  if (typeof variables !== "object" || variables === null) {
    throw new TypeError("variables must be an object of strings");
  }
  const copies: Record<string, string> = { ...variables };
  for (const text of Object.values(copies)) {
    if (typeof text !== "string") throw new TypeError("variables must be an object of strings");
  }
  return { uriTemplate, variable, value, variables: copies };
}

/**
 * Completes one variable of a template with at most 100 values (CMP-1).
 *
 * Unknown template, unknown variable, denied, and `unavailable()` are one and the same empty answer. The binding sees
 * only that template's other variables, well-formed and within `maxUriBytes`; its values are cut to `maxPageBytes`, with
 * the true `total`. Rejects with `policy_failed`, `resolve_failed`, `cancelled` or `timeout`.
 */
export async function completeVariable<C>(
  station: CompletionStation<C>,
  request: CopiedRequest,
  scope: RequestScope,
  view: Scope<C>,
): Promise<Completion> {
  const entry = station.templateOf(request.uriTemplate);
  if (entry === undefined) return EMPTY;
  if (!(await askDiscover(entry.definition, station.policy, scope, view))) return EMPTY;
  // An answer that came at once may have taken all the time there was.
  scope.check();
  const { maxUriBytes, maxPageBytes } = station.limits;
  // Captured without a prototype: only what the author put there answers to a name.
  const callback = entry.binding.complete?.[request.variable];
  if (callback === undefined || !isCarried(request.value, maxUriBytes)) return EMPTY;
  const siblings = siblingsOf(request, maxUriBytes);
  return askCandidates(callback, request.value, scope, completeView(view, siblings), maxPageBytes);
}

function askCandidates<C>(
  callback: CompleteVariable<C>,
  value: string,
  scope: RequestScope,
  view: CompleteScope<C>,
  maxPageBytes: number,
): Completion | Promise<Completion> {
  return scope.ask(
    callback,
    value,
    view,
    (answer) => {
      const completion = completionOf(answer, maxPageBytes);
      if (completion !== undefined) return completion;
      const cause = new TypeError(
        "A completion must be well-formed strings, or { values, total } with total >= values.length",
      );
      throw scope.failure("resolve_failed", { cause });
    },
    (thrown) => {
      if (UnavailableSignal.is(thrown)) return EMPTY;
      throw scope.failure("resolve_failed", { cause: thrown });
    },
    undefined,
  );
}

/** What a URI of this template could carry at all. */
function isCarried(value: string, maxUriBytes: number): boolean {
  return value.length <= maxUriBytes && isWellFormed(value) && utf8ByteLength(value) <= maxUriBytes;
}

function siblingsOf(
  { uriTemplate, variable, variables }: CopiedRequest,
  maxUriBytes: number,
): Readonly<Record<string, string>> {
  const siblings: Record<string, string> = {};
  Object.setPrototypeOf(siblings, null);
  for (const name of parseResourceTemplate<string>(uriTemplate).variableNames) {
    if (name === variable || !Object.hasOwn(variables, name)) continue;
    const value = variables[name];
    if (value !== undefined && isCarried(value, maxUriBytes)) siblings[name] = value;
  }
  return Object.freeze(siblings);
}

/** Cuts the candidates to an answer; `undefined` if they are none. A proxy may throw: then they are none. */
function completionOf(answer: unknown, maxPageBytes: number): Completion | undefined {
  try {
    if (typeof answer !== "object" || answer === null) return undefined;
    const candidates: unknown = Array.isArray(answer) ? answer : Reflect.get(answer, "values");
    if (!Array.isArray(candidates)) return undefined;
    const { length } = candidates;
    const total: unknown = Array.isArray(answer) ? length : Reflect.get(answer, "total");
    if (!isTotal(total) || total < length) return undefined;
    const values = textsOf(candidates.slice(0, MAX_VALUES));
    if (values === undefined) return undefined;
    const fitting = fit(values, maxPageBytes - PAGE_ENVELOPE_BYTES);
    return Object.freeze({
      values: Object.freeze(fitting),
      total,
      hasMore: fitting.length < total,
    });
  } catch {
    return undefined;
  }
}

function isTotal(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

function textsOf(values: readonly unknown[]): readonly string[] | undefined {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length && texts.every(isWellFormed) ? texts : undefined;
}

/** The longest prefix whose JSON fits. */
function fit(values: readonly string[], room: number): readonly string[] {
  let left = room;
  for (const [index, value] of values.entries()) {
    left -= jsonStringByteLength(value) + Math.min(index, 1);
    if (left < 0) return values.slice(0, index);
  }
  return values;
}
