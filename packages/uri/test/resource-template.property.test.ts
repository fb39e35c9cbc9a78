import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { templateLaws } from "./laws/template-laws.ts";

describe("laws of resource template", () => {
  it.each(templateLaws)("$name", ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
