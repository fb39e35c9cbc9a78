import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";
import { hazardLaws } from "./laws/hazard-laws.ts";

describe("laws of normalization hazards", () => {
  it.each(hazardLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
