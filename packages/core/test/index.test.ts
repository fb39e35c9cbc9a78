import { describe, expect, it } from "vitest";
import * as adapter from "../src/adapter.ts";
import * as core from "../src/index.ts";

describe("the package", () => {
  it("exports these values", () => {
    expect(Object.keys(core).toSorted()).toEqual([
      "DEFAULT_LIMITS",
      "FAILURE_MESSAGES",
      "HostJsonError",
      "ItemError",
      "ResourceFailure",
      "batchPolicy",
      "blobPayload",
      "bundle",
      "createReadPlan",
      "createResourceGateway",
      "createTarget",
      "invalidVariable",
      "isResourceFailure",
      "publicPolicy",
      "resource",
      "resourceTemplate",
      "resourcesFor",
      "systemClock",
      "textPayload",
      "tooLarge",
      "unavailable",
    ]);
    expect(Object.keys(adapter).toSorted()).toEqual([
      "FAILURE_MESSAGES",
      "gatewayPort",
      "isResourceFailure",
    ]);
  });
});
