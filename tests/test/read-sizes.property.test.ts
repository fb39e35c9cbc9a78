import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  publicPolicy,
  textPayload,
} from "@org/resources-core";
import { toContents } from "@org/resources-reporting";
import { describe, expect, it } from "vitest";
import { agree, FUZZ_FACTOR } from "../model/agree.ts";
import { calmSchedule } from "../model/arbitrary-schedule.ts";
import { fullWorld } from "../model/arbitrary-world.ts";

describe("sizes of a result", () => {
  it(
    "[LIM-3] [LIM-5] [RPT-5] [RPT-6] are those of its wire JSON, item by item and in total, with and without a warning; the report always fits",
    async () => {
      await expect(agree(fullWorld, calmSchedule, { runs: 300 })).resolves.toBeUndefined();
    },
    60_000 * Math.max(1, FUZZ_FACTOR),
  );

  it("[LIM-5] a result is never over maxEncodedBytes, though thousands of items need a comma each", async () => {
    const count = 12_000;
    const uris = Array.from({ length: count }, (_, n) => `i://${n}`);
    const itemBytes = uris.map(
      (uri) => JSON.stringify(toContents({ uri, mimeType: "a/b", text: "" })).length,
    );
    const reportEncodedBytes = 1024;
    const maxEncodedBytes =
      itemBytes.reduce((sum, bytes) => sum + bytes, 0) + reportEncodedBytes + 8192 + 256;
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [
        bundle(
          { uri: "asset://p/a", name: "a" },
          {
            resolve: ({ canonicalUri }) =>
              createReadPlan(
                createTarget({ uri: canonicalUri }),
                uris.map((uri) => createTarget({ uri })),
              ),
            read: () => textPayload("", "a/b"),
          },
        ),
      ],
      limits: { maxPlanItems: count, maxItems: count, maxEncodedBytes, reportEncodedBytes },
    });
    // Admission counts items; the commas between so many are more than the reserve, so the last look refuses.
    await expect(gateway.read("asset://p/a", { context: undefined })).rejects.toMatchObject({
      code: "response_too_large",
      retryable: false,
    });
  });
});
