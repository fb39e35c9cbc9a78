import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";
import { overlapLaws } from "./laws/overlap-laws.ts";

describe("laws of template overlaps", () => {
  it.each(overlapLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
