import { createLogger } from "@org/serving";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Break } from "../../src/demo/breaks.ts";
import { runDemo } from "../../src/demo/demo.ts";
import { loadSamples, resetSampleRights, type Samples } from "../../src/samples.ts";
import type { Database } from "../../src/storage/database.ts";

/** What the demo shows, on every database that this program runs on. */
export function demoSuite(open: () => Promise<Database>): void {
  let database: Database;
  let samples: Samples;
  beforeAll(async () => {
    database = await open();
    samples = await loadSamples(database);
  }, 60_000);
  afterAll(() => database.close());

  async function play(breakStation?: Break): Promise<{ expected: boolean; lines: string[] }> {
    const lines: string[] = [];
    const print = (line: string): void => {
      lines.push(...line.split("\n"));
    };
    await resetSampleRights(database);
    const logger = createLogger("test", "silent");
    return { expected: await runDemo({ database, samples, logger, print, breakStation }), lines };
  }

  describe("runDemo", { timeout: 60_000 }, () => {
    it.each([
      ["policy", "Otto: templates: expected 0, received 4", /^/],
      [
        "recheck",
        "a right goes in flight: sent: earth-at-night.jpg should not be there",
        /in flight/,
      ],
      ["warning", "Marco: a warning comes first: expected true, received false", /warning/],
    ] as const)("without %s shows what goes wrong, that and nothing else", async (...row) => {
      const [station, complaint, each] = row;
      const { expected, lines } = await play(station);
      expect(expected).toBe(false);
      const complaints = lines.filter((line) => line.startsWith("  - "));
      expect(complaints).toContain(`  - ${complaint}`);
      expect(complaints.filter((line) => !each.test(line))).toEqual([]);
    });

    it("with every station has only expected outcomes, whatever was played before", async () => {
      const { expected, lines } = await play();
      expect(lines.filter((line) => line.startsWith("  - "))).toEqual([]);
      expect(expected).toBe(true);
    });
  });
}
