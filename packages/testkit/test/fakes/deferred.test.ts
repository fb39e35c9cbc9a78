import { expect, it } from "vitest";
import { deferred } from "../../src/index.ts";

it("[KIT-1] a deferred promise waits for the test to settle it", async () => {
  const { promise, resolve } = deferred<string>();
  expect(await Promise.race([promise, Promise.resolve("waiting")])).toBe("waiting");
  resolve("settled");
  resolve("again");
  expect(await promise).toBe("settled");
});

it("[KIT-1] a deferred promise takes over another promise", async () => {
  const { promise, resolve } = deferred<string>();
  resolve(Promise.resolve("of another"));
  await expect(promise).resolves.toBe("of another");
});

it("[KIT-1] a deferred rejection that nobody awaits is no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", listen);
  try {
    const { promise, reject } = deferred<string>();
    reject(new Error("nobody waits"));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(unhandled).toEqual([]);
    await expect(promise).rejects.toThrow("nobody waits");
  } finally {
    process.off("unhandledRejection", listen);
  }
});
