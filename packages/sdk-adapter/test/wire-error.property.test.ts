import { FAILURE_MESSAGES } from "@org/resources-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wireError } from "../src/wire-error.ts";

const messages = new Set<string>([
  ...Object.values(FAILURE_MESSAGES),
  "Invalid params",
  "Internal error",
]);

test("[SDK-2] totality: whatever is thrown, the answer is made, is JSON, and has a fixed message", () => {
  const anything = fc.anything({
    withBigInt: true,
    withNullPrototype: true,
    withBoxedValues: true,
  });
  fc.assert(
    fc.property(anything, fc.anything(), (thrown, uri) => {
      const answer = wireError(thrown, { uri, maxUriBytes: 2048, operationId: "op" });
      expect([-32602, -32603]).toContain(answer.code);
      expect(messages.has(answer.message)).toBe(true);
      expect(JSON.parse(JSON.stringify(answer.data))).toStrictEqual(answer.data);
    }),
    { numRuns: 200 * Number(process.env["FUZZ_FACTOR"] ?? 1) },
  );
});
