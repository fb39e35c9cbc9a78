import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { LAW_TIMEOUT_MS } from "./laws/law.ts";
import { uriLaws } from "./laws/uri-laws.ts";

describe("laws of resource URIs", () => {
  it.each(uriLaws)("$name", { timeout: LAW_TIMEOUT_MS }, ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
