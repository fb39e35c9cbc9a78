import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { iriLaws } from "./laws/iri-laws.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";

describe("laws of IRIs", () => {
  it.each(iriLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
