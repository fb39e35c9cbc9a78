import { expect, it } from "vitest";
import { digestScopeKey, openCursor } from "../../src/list/cursor.ts";
import { createCursorKeys } from "../../src/list/cursor-keys.ts";

it("[LST-3] [LIM-2] a cursor over 4 KiB costs nothing, however long it is: it is not looked at", async () => {
  const keys = createCursorKeys([new Uint8Array(32)]);
  const revision = new Uint8Array(32);
  const scope = await digestScopeKey("k");
  const long = "A".repeat(8_000_000);
  const started = performance.now();
  for (let round = 0; round < 100; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const position = await openCursor(keys, { method: "resources", revision, scope }, long, 0);
    expect(position).toBeUndefined();
  }
  // Decoding it a hundred times would take ten seconds and more.
  expect(performance.now() - started).toBeLessThan(2000);
});
