import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { overlapLaws } from "./laws/overlap-laws.ts";

describe("laws of template overlaps", () => {
  it.each(overlapLaws)("$name", ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
