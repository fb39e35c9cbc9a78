/** In so many reads each fault must be found; most are in the first fifty. */
export const MOST_RUNS = 6000;

/**
 * Faults planted into the gateway, each a small change of its text: the model must find every one.
 * Where code moves, `from` is no longer found and the run says so: write the fault anew, do not drop it.
 */
export interface Mutant {
  /** What the gateway does wrong. */
  readonly fault: string;
  /** The rule it breaks. */
  readonly rule: string;
  /** Under `packages/core/src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Found only where time passes or callers leave. */
  readonly rough?: true;
}

export const mutants: readonly Mutant[] = [
  {
    fault: "no item and no requested target is decided again",
    rule: "READ-7",
    file: "read/recheck.ts",
    from: "return admitted.read.gateway.decider.decidesMany ? manyAgain(admitted) : eachAgain(admitted);",
    to: "return discoverAgain(admitted.decided.first, admitted);",
  },
  {
    fault: "discovery is not asked again",
    rule: "READ-7",
    file: "read/recheck.ts",
    from: "return andThen(asked, stillDiscoverable, rechecked);",
    to: "return rechecked;",
  },
  {
    fault: "everything is decided again before the bodies are read, not after",
    rule: "READ-7",
    file: "read/read-bundle.ts",
    from: "const rechecked = andThen(admitted, decideAgain);",
    to: `const rechecked = andThen(decided, (early) =>
      andThen(decideAgain({ read: early.read, decided: early, bodies: undefined as never }), (again) =>
        andThen(admitted, (bodies) => ({ ...again, admitted: bodies }))));`,
  },
  {
    fault: "an item hidden in the end is counted and has an issue",
    rule: "READ-8",
    file: "read/issues.ts",
    from: "if (rechecked.final[index]?.visible !== true) continue;",
    to: "",
  },
  {
    fault: "an item that becomes visible during the read has no issue",
    rule: "READ-8",
    file: "read/issues.ts",
    from: "if (rechecked.final[index]?.visible !== true) continue;",
    to: "if (rechecked.final[index]?.visible !== true || rechecked.admitted.decided.first[index]?.visible !== true) continue;",
  },
  {
    fault: "an item hidden at first is read, late, when it is visible at last",
    rule: "READ-4",
    file: "read/admit-bodies.ts",
    from: "if (target === undefined || this.#first[index]?.readable !== true) {",
    to: "if (target === undefined) {",
  },
  {
    fault: "an item that is denied at last is returned",
    rule: "READ-7",
    file: "read/issues.ts",
    from: "first[index]?.readable === true && final[index]?.readable === true;",
    to: "first[index]?.readable === true && final[index]?.visible === true;",
  },
  {
    fault: "a body that comes after its time is waited for and used",
    rule: "READ-6",
    file: "request-scope.ts",
    from: "const dueAt = Math.min(this.#host.elapsed() + timeoutMs, this.dueAt);",
    to: "const dueAt = timeoutMs === 0 ? 0 : this.dueAt;",
  },
  {
    fault: "the first round's disclosure names an item in its issue",
    rule: "READ-12",
    file: "read/issues.ts",
    from: "const isDisclosed = final[index]?.disclosed === true;",
    to: "const isDisclosed = admitted.decided.first[index]?.disclosed === true;",
  },
  {
    fault: "issues name every item",
    rule: "READ-12",
    file: "read/issues.ts",
    from: "const isDisclosed = final[index]?.disclosed === true;",
    to: "const isDisclosed = true;",
  },
  {
    fault: "one item too many is admitted",
    rule: "LIM-4",
    file: "read/admit-bodies.ts",
    from: "this.#admitted >= limits.maxItems",
    to: "this.#admitted > limits.maxItems",
  },
  {
    fault: "a plan may have one item too many",
    rule: "READ-3",
    file: "read/resolve.ts",
    from: "if (items.length > limits.maxPlanItems)",
    to: "if (items.length > limits.maxPlanItems + 1)",
  },
  {
    fault: "an item's URI may be one byte too long",
    rule: "READ-3",
    file: "read/resolve.ts",
    from: "if (uri.length > limits.maxUriBytes)",
    to: "if (uri.length > limits.maxUriBytes + 1)",
  },
  {
    fault: "bodies may take one byte of the report's",
    rule: "LIM-3",
    file: "read/budget.ts",
    from: "const payloadTotal = limits.maxPayloadBytes - limits.reportPayloadBytes;",
    to: "const payloadTotal = limits.maxPayloadBytes - limits.reportPayloadBytes + 1;",
  },
  {
    fault: "items may take one byte of the report's on the wire",
    rule: "LIM-3",
    file: "read/budget.ts",
    from: "limits.reportEncodedBytes - WIRE_RESERVE_BYTES;",
    to: "limits.reportEncodedBytes - WIRE_RESERVE_BYTES + 1;",
  },
  {
    fault: "one body may be a byte too long",
    rule: "LIM-4",
    file: "read/budget.ts",
    from: 'limit: "maxItemPayloadBytes", bytes: limits.maxItemPayloadBytes }',
    to: 'limit: "maxItemPayloadBytes", bytes: limits.maxItemPayloadBytes + 1 }',
  },
  {
    fault: "one item may be a byte too long on the wire",
    rule: "LIM-4",
    file: "read/budget.ts",
    from: 'limit: "maxItemEncodedBytes", bytes: limits.maxItemEncodedBytes }',
    to: 'limit: "maxItemEncodedBytes", bytes: limits.maxItemEncodedBytes + 1 }',
  },
  {
    fault: "an item that is too large by itself ends admission",
    rule: "LIM-4",
    file: "read/admit-bodies.ts",
    from: 'this.#isStopped ||= over === "rest";',
    to: "this.#isStopped ||= over !== undefined;",
  },
  {
    fault: "admission goes on after an item that does not fit into what is left",
    rule: "LIM-4",
    file: "read/admit-bodies.ts",
    from: 'this.#isStopped ||= over === "rest";',
    to: 'this.#isStopped ||= over === "rest" && detail.limit === "maxItems";',
  },
  {
    fault: "a body cut short always counts as too large by itself",
    rule: "LIM-4",
    file: "read/budget.ts",
    from: "return this.#overPayload(this.maxBytes + 1);",
    to: "return this.#overPayload(this.#allowances.ownPayload.bytes + 1);",
  },
  {
    fault:
      "a body over its own encoded limit ends admission where its payload is over what remains",
    rule: "LIM-4",
    file: "read/budget.ts",
    from: "(this.#overOwnEncoded(item) ?? over)",
    to: "over",
  },
  {
    fault: "an item has its time and a millisecond more",
    rule: "READ-6",
    file: "request-scope.ts",
    from: "const dueAt = Math.min(this.#host.elapsed() + timeoutMs, this.dueAt);",
    to: "const dueAt = Math.min(this.#host.elapsed() + timeoutMs + 1, this.dueAt);",
  },
  {
    fault: "one issue too many is listed",
    rule: "READ-8",
    file: "read/issues.ts",
    from: "if (issues.length === maxIssues) continue;",
    to: "if (issues.length === maxIssues + 1) continue;",
  },
  {
    fault: "issues over maxIssues are not counted",
    rule: "READ-8",
    file: "read/issues.ts",
    from: "const issuesOmitted = failed.length - issues.length;",
    to: "const issuesOmitted = 0;",
  },
  {
    fault: "the warning's text may be a byte too long",
    rule: "RPT-5",
    file: "read/assemble.ts",
    from: "{ maxPayloadBytes: limits.reportPayloadBytes,",
    to: "{ maxPayloadBytes: limits.reportPayloadBytes + 1,",
  },
  {
    fault: "the report may be a byte too long on the wire",
    rule: "RPT-5",
    file: "read/assemble.ts",
    from: "maxEncodedBytes: limits.reportEncodedBytes }",
    to: "maxEncodedBytes: limits.reportEncodedBytes + 1 }",
  },
  {
    fault: "what is retryable is judged by the issues listed alone",
    rule: "READ-9",
    file: "read/issues.ts",
    from: 'someRetryable ||= code === "read_failed";',
    to: 'someRetryable ||= code === "read_failed" && issues.length < maxIssues;',
  },
  {
    fault: "whether all are unavailable is judged by the issues listed alone",
    rule: "READ-9",
    file: "read/issues.ts",
    from: 'allUnavailable &&= code === "unavailable";',
    to: 'allUnavailable &&= code === "unavailable" || issues.length >= maxIssues;',
  },
  {
    fault: "the requested target travels under its canonical URI",
    rule: "READ-9",
    file: "read/admit-bodies.ts",
    from: "return target === plan.requested ? matched.match.requestUri : target.uri;",
    to: "return target === plan.requested ? matched.match.canonicalUri : target.uri;",
  },
  {
    fault: "the warning comes last",
    rule: "READ-9",
    file: "read/assemble.ts",
    from: "[warning, ...items]",
    to: "[...items, warning]",
  },
  {
    fault: "an unavailable() thrown by visible hides",
    rule: "READ-4",
    file: "policy/answers.ts",
    from: `  refuse: operational,
};`,
    to: `  refuse: (thrown, scope) => UnavailableSignal.is(thrown) ? HIDDEN : operational(thrown, scope),
};`,
  },
  {
    fault: "an unavailable() thrown by read is a malfunction",
    rule: "READ-4",
    file: "policy/answers.ts",
    from: "if (UnavailableSignal.is(thrown)) return denied;",
    to: "",
  },
  {
    fault: "anything but false permits",
    rule: "READ-4",
    file: "policy/answers.ts",
    from: "if (answer === true) return permitted;",
    to: "if (answer !== false) return permitted;",
  },
  {
    fault: "only the first candidate is asked for",
    rule: "READ-2",
    file: "policy/decide.ts",
    from: "const asked = eachWithin(this.#concurrency, candidates.length, (index) => {",
    to: "const asked = eachWithin(this.#concurrency, 1, (index) => {",
  },
  {
    fault: "a denied candidate keeps the next from being asked: its malfunction is not told",
    rule: "READ-2",
    file: "policy/decide.ts",
    from: "if (candidate === undefined) return undefined;",
    to: "if (candidate === undefined || !all) return undefined;",
  },
  {
    fault: "what is wrong with the items is told to those who may not read",
    rule: "READ-3",
    file: "read/first-round.ts",
    from: "const fault = planOverLimits(planned);",
    to: 'const fault = planOverLimits(planned);\n  if (fault !== undefined) throw read.scope.failure("invalid_plan");',
  },
  {
    fault: "a batch is asked about a plan that is over its limits",
    rule: "READ-5",
    file: "read/first-round.ts",
    from: "fault === undefined ? roundTargets(plan) : [plan.requested]",
    to: "roundTargets(plan)",
  },
  {
    fault: "the requested target is asked for twice in a batch",
    rule: "READ-5",
    file: "read/first-round.ts",
    from: "return [plan.requested, ...plan.items.filter((item) => item !== plan.requested)];",
    to: "return [plan.requested, ...plan.items];",
  },
  {
    fault: "a decision too many is ignored",
    rule: "READ-5",
    file: "policy/answers.ts",
    from: "if (length !== count)",
    to: "if (!(Number(length) >= count))",
  },
  {
    fault: "one decision more runs at once than may",
    rule: "READ-5",
    file: "policy/each-within.ts",
    from: "this.#running < this.#concurrency",
    to: "this.#running <= this.#concurrency",
  },
  {
    fault: "progress counts the items that are hidden or denied",
    rule: "READ-11",
    file: "read/admit-bodies.ts",
    from: "this.#permitted ??= this.#first.filter((decision) => decision.readable).length;",
    to: "this.#permitted ??= this.#first.length;",
  },
  {
    fault: "a bundle may be public: that nothing was hidden is told",
    rule: "READ-16",
    file: "read/result-cache.ts",
    from: 'cacheScope === "public" && isFunctionBacked(binding)',
    to: 'cacheScope === "public" && (isFunctionBacked(binding) || items.length === 1)',
  },
  {
    fault: "a partial result keeps the cache of what is left",
    rule: "READ-16",
    file: "read/assemble.ts",
    from: "cache: UNCACHED,",
    to: 'cache: Object.freeze({ ttlMs: 1, cacheScope: "private" }),',
  },
  {
    fault: "private is not stricter than public",
    rule: "READ-16",
    file: "read/result-cache.ts",
    from: 'a.cacheScope === "private" ? "private" : (b.cacheScope ?? a.cacheScope)',
    to: "b.cacheScope ?? a.cacheScope",
  },
  {
    fault: "a thrown failure of the package is believed",
    rule: "READ-3",
    file: "read/resolve.ts",
    from: 'throw scope.failure("resolve_failed", { cause: thrown });',
    to: 'throw thrown instanceof Error && thrown.name === "ResourceFailure" ? thrown : scope.failure("resolve_failed", { cause: thrown });',
  },
  {
    fault: "another spelling of a registered resource may be an item",
    rule: "TGT-2",
    file: "read/resolve.ts",
    from: "if (!isOwnIdentity(uri, registry)) {",
    to: "if (uri.length === 0 && !isOwnIdentity(uri, registry)) {",
  },
  {
    fault: "policy sees another object than storage",
    rule: "TGT-3",
    file: "read/read-body.ts",
    from: "item.askSoon(entry.binding.read, target, own,",
    to: "item.askSoon(entry.binding.read, Object.create(target), own,",
  },
  {
    fault: "an item's scope lives on after its body",
    rule: "READ-1",
    file: "read/read-body.ts",
    from: `  item.close();
  return result;
}

function tooLateOrOver`,
    to: `  return result;
}

function tooLateOrOver`,
    rough: true,
  },
  {
    fault: "a read's scope lives on after its end",
    rule: "READ-1",
    file: "request-scope.ts",
    from: 'this.end("settled");',
    to: "",
  },
  {
    fault: "the deadline is told before cancellation",
    rule: "READ-10",
    file: "request-scope.ts",
    from: `if (this.#callerSignal?.aborted === true) this.end("cancelled");
    else if (elapsed >= this.dueAt) this.end("timeout");`,
    to: `if (elapsed >= this.dueAt) this.end("timeout");
    else if (this.#callerSignal?.aborted === true) this.end("cancelled");`,
    rough: true,
  },
  {
    fault: "the deadline is checked by the timer alone, not before returning",
    rule: "READ-1",
    file: "request-scope.ts",
    from: 'else if (elapsed >= this.dueAt) this.end("timeout");\n  }\n\n  protected get turns',
    to: 'else if (elapsed > this.dueAt + 1e9) this.end("timeout");\n  }\n\n  protected get turns',
    rough: true,
  },
  {
    fault: "a caller who leaves is not heard",
    rule: "READ-10",
    file: "request-scope.ts",
    from: "if (signal !== undefined) this.#host.callerSignals.watch(signal, this);",
    to: "",
    rough: true,
  },
  {
    fault: "a listener is left on the caller's signal",
    rule: "READ-10",
    file: "caller-signals.ts",
    from: 'if (watch.operations.size === 0) signal.removeEventListener("abort", watch.onAbort);',
    to: "",
  },
  {
    fault: "private causes are shown",
    rule: "READ-13",
    file: "failure.ts",
    from: "return { code, message, retryable, operationId, ...this.#told };",
    to: "return { code, message, retryable, operationId, ...this.#told, cause: String(this.#cause) } as never;",
  },
];
