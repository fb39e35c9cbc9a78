import { describe, expect, it } from "vitest";
import { CallerSignals } from "../src/caller-signals.ts";

/** A signal that counts its listeners. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const watched = new Proxy(signal, {
    get: (target, key) => {
      if (key === "addEventListener") {
        return (...args: Parameters<AbortSignal["addEventListener"]>) => {
          listeners += 1;
          target.addEventListener(...args);
        };
      }
      if (key === "removeEventListener") {
        return (...args: Parameters<AbortSignal["removeEventListener"]>) => {
          listeners -= 1;
          target.removeEventListener(...args);
        };
      }
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { controller, signal: watched, listeners: () => listeners };
}

describe("callers' signals", () => {
  it("[READ-10] are watched with one listener each, and with none once nobody runs", () => {
    const { signal, listeners } = counted();
    const signals = new CallerSignals();
    const operations = Array.from({ length: 1000 }, () => ({ cancel: () => {} }));
    for (const operation of operations) signals.watch(signal, operation);
    expect(listeners()).toBe(1);
    for (const operation of operations) signals.unwatch(signal, operation);
    expect(listeners()).toBe(0);
    signals.watch(signal, { cancel: () => {} });
    expect(listeners()).toBe(1);
  });

  it("[READ-10] cancel every operation that shares one, though each leaves as it ends", () => {
    const { signal, controller } = counted();
    const signals = new CallerSignals();
    let cancelled = 0;
    for (let count = 0; count < 10; count += 1) {
      const operation = {
        cancel: () => {
          cancelled += 1;
          signals.unwatch(signal, operation);
        },
      };
      signals.watch(signal, operation);
    }
    controller.abort();
    expect(cancelled).toBe(10);
  });
});
