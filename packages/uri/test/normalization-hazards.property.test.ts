import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { hazardLaws } from "./laws/hazard-laws.ts";

describe("laws of normalization hazards", () => {
  it.each(hazardLaws)("$name", ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
