import { expect, it } from "vitest";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { numbered } from "./registered.ts";

const LIFETIME_MS = 600_000;

it("[LST-3] [LIM-2] every cursor lives ten minutes to the millisecond, whatever its position", async () => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now, elapsed: () => 0, setTimer: () => () => {} };
  const gateway = createResourceGateway({
    policy: publicPolicy(),
    bindings: numbered(3000),
    clock,
    limits: { maxPageSize: 3000 },
  });
  const request = { context: undefined };
  for (const pageSize of [1, 2999]) {
    // oxlint-disable-next-line no-await-in-loop -- time moves between them
    const { nextCursor: cursor } = await gateway.list({ pageSize }, request);
    now += LIFETIME_MS - 1;
    // oxlint-disable-next-line no-await-in-loop
    const page = await gateway.list({ cursor, pageSize: 1 }, request);
    expect(page.items[0]?.uri).toBe(`a:${String(pageSize).padStart(6, "0")}`);
    now += 1;
    // oxlint-disable-next-line no-await-in-loop
    const late = await gateway.list({ cursor }, request).catch((error: unknown) => error);
    expect(isResourceFailure(late) && late.code).toBe("invalid_cursor");
  }
});
