import { describe, expect, test } from "vitest";
import type { Call, ProgressNotification } from "../src/call.ts";
import { progressReporter } from "../src/progress.ts";

function callWith(progressToken: unknown, notify: Call<null>["notify"]): Call<null> {
  return {
    id: 1,
    signal: new AbortController().signal,
    info: { _meta: { progressToken } },
    notify,
    modern: false,
    stampedServerInfo: {},
    raw: null,
  };
}

async function sent(): Promise<void> {}

describe("[SDK-3] progress", () => {
  test.each(["token", "", 0, 7])("token %j: each step once, strictly increasing", (token) => {
    const notes: ProgressNotification[] = [];
    const report = progressReporter(
      callWith(token, async (notification) => {
        notes.push(notification);
      }),
    );
    for (const completed of [1, 2, 2, 1, 3]) report?.({ completed, total: 3 });
    expect(notes).toEqual(
      [1, 2, 3].map((progress) => ({
        method: "notifications/progress",
        params: { progressToken: token, progress, total: 3 },
      })),
    );
  });

  test.each([undefined, null, {}, true])("no token in %j", (token) => {
    expect(progressReporter(callWith(token, sent))).toBeUndefined();
  });

  test("a token of 256 bytes is served, a longer one is not [case X9]", () => {
    expect(progressReporter(callWith("é".repeat(128), sent))).toBeDefined();
    expect(progressReporter(callWith("é".repeat(128) + "x", sent))).toBeUndefined();
  });

  test("a transport that fails does not fail the read", async () => {
    const report = progressReporter(callWith(1, () => Promise.reject(new Error("gone"))));
    expect(() => report?.({ completed: 1, total: 1 })).not.toThrow();
    await Promise.resolve(); // an unhandled rejection would fail the run
  });
});
