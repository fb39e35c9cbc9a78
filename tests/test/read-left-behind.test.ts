import { describe, expect, it, onTestFinished } from "vitest";
import { FUZZ_FACTOR } from "../model/agree.ts";
import { mixReads } from "../model/mixed-reads.ts";
import { turn } from "../model/perform.ts";

describe("after 10 000 mixed reads", () => {
  it(
    "[READ-1] [READ-10] [READ-11] [OBS-1] nothing is left behind, and no deadline was missed by more than a turn of the loop",
    async () => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown): void => void unhandled.push(reason);
      process.on("unhandledRejection", note);
      onTestFinished(() => {
        process.off("unhandledRejection", note);
      });
      const { ends, ...left } = await mixReads(Math.ceil(10_000 * FUZZ_FACTOR), 1);
      await turn();
      expect(left).toEqual({ deadlinesMissed: 0, timersLeft: 0, listenersLeft: 0, scopesAlive: 0 });
      expect(unhandled).toEqual([]);
      // The mix is one: everything that can become of a read has become of some.
      for (const how of ["complete", "partial", "empty", "timeout", "cancelled", "policy_failed"]) {
        expect(ends.get(how) ?? 0, how).toBeGreaterThan(0);
      }
    },
    60_000 * Math.max(1, FUZZ_FACTOR),
  );
});
