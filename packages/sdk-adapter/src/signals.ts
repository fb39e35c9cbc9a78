/** A request's signal, joined with the host's; `release` when the request is over. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  readonly release: (() => void) | undefined;
}

/**
 * Joins each request's signal with one that outlives requests, such as a server's shutdown or a response's end.
 * However many requests run, the long-lived signal has one listener, and none while nothing runs.
 */
export function signalJoiner(
  outer: AbortSignal | undefined,
): (request: AbortSignal) => JoinedSignal {
  if (outer === undefined) return (signal) => ({ signal, release: undefined });

  const running = new Set<AbortController>();
  const abortAll = (): void => {
    for (const controller of running) controller.abort(outer.reason);
  };
  return (request) => {
    const controller = new AbortController();
    const abort = (): void => controller.abort(request.reason);
    if (outer.aborted) controller.abort(outer.reason);
    if (request.aborted) abort();
    if (controller.signal.aborted) return { signal: controller.signal, release: undefined };

    request.addEventListener("abort", abort, { once: true });
    if (running.size === 0) outer.addEventListener("abort", abortAll, { once: true });
    running.add(controller);
    const release = (): void => {
      request.removeEventListener("abort", abort);
      if (running.delete(controller) && running.size === 0) {
        outer.removeEventListener("abort", abortAll);
      }
    };
    return { signal: controller.signal, release };
  };
}
