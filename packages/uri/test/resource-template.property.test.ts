import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";
import { templateLaws } from "./laws/template-laws.ts";

describe("laws of resource template", () => {
  it.each(templateLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
