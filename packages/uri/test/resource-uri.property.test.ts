import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import { uriLaws } from "./laws/uri-laws.ts";

describe("laws of resource URIs", () => {
  it.each(uriLaws)("$name", ({ check }) => {
    expect.hasAssertions();
    check(api);
  });
});
