import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";
import { selectorLaws } from "./laws/selector-laws.ts";

describe("laws of selector", () => {
  it.each(selectorLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
