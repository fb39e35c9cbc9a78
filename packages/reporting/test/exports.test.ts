import { expect, test } from "vitest";
import * as api from "../src/index.ts";
import * as schema from "../src/schema.ts";

test("the exported names and the wire's key are pinned", () => {
  expect(Object.keys(api).toSorted()).toEqual([
    "RESOURCE_READ_META_KEY",
    "ReportSizeError",
    "base64ByteLength",
    "contentsByteLength",
    "contentsByteLengthBound",
    "createIssue",
    "createWarning",
    "encodeBase64",
    "fitReport",
    "isWarningContents",
    "jsonByteLength",
    "jsonStringByteLength",
    "readReport",
    "toContents",
    "utf8ByteLength",
  ]);
  expect(Object.keys(schema)).toEqual(["readReportSchema"]);
  expect(api.RESOURCE_READ_META_KEY).toBe("go.phpboyscout.uk/mcp.resourceRead");
});
