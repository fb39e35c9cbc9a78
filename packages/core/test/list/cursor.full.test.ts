import { expect, it } from "vitest";
import { draftCursor } from "../../src/list/cursor.ts";
import { createCursorKeys } from "../../src/list/cursor-keys.ts";

it("[LST-3] no nonce repeats in a million cursors", { timeout: 600_000 }, async () => {
  const keys = createCursorKeys([new Uint8Array(32)]);
  const seen = new Set<string>();
  for (let batch = 0; batch < 1000; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a thousand at a time
    const drafts = await Promise.all(Array.from({ length: 1000 }, () => draftCursor(keys)));
    for (const { bytes } of drafts) seen.add(Buffer.from(bytes).toString("latin1", 26, 38));
  }
  expect(seen.size).toBe(1_000_000);
});
