import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { signalJoiner } from "../src/signals.ts";

describe("[SDK-3] joined signals", () => {
  test("without a signal of the host, the request's own is used", () => {
    const request = new AbortController();
    expect(signalJoiner(undefined)(request.signal).signal).toBe(request.signal);
  });

  test("either one aborts, and its reason comes through", () => {
    const outer = new AbortController();
    const join = signalJoiner(outer.signal);
    const [first, second] = [new AbortController(), new AbortController()];
    const joined = [join(first.signal), join(second.signal)];
    first.abort("cancelled by the client");
    expect(joined.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(joined[0]?.signal.reason).toBe("cancelled by the client");
    outer.abort("shutdown");
    expect(joined[1]?.signal.reason).toBe("shutdown");
  });

  test.each(["outer", "request"] as const)("one that is over before it starts: %s", (which) => {
    const [outer, request] = [new AbortController(), new AbortController()];
    (which === "outer" ? outer : request).abort("over");
    expect(signalJoiner(outer.signal)(request.signal).signal.reason).toBe("over");
  });

  test("a thousand requests hang one listener on the host's signal, and leave none behind", () => {
    const outer = new AbortController();
    const join = signalJoiner(outer.signal);
    const request = new AbortController();
    const joined = Array.from({ length: 1000 }, () => join(request.signal));
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(1);
    for (const { release } of joined) release?.();
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(0);
    expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
  });

  test("a released request no longer hears the host's signal; the next one does", () => {
    const outer = new AbortController();
    const join = signalJoiner(outer.signal);
    const first = join(new AbortController().signal);
    first.release?.();
    const second = join(new AbortController().signal);
    outer.abort();
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
  });
});
