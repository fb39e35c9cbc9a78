import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { selectorLaws } from "./laws/selector-laws.ts";

describe("laws of selector", () => {
  it.each(selectorLaws)("$name", ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
