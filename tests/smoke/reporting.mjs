// @org/resources-reporting as a user gets it, with nothing else installed.
import assert from "node:assert/strict";
import {
  contentsByteLength,
  createIssue,
  fitReport,
  jsonByteLength,
  readReport,
  RESOURCE_READ_META_KEY,
  toContents,
} from "@org/resources-reporting";

const item = { uri: "notes://me/a", mimeType: "text/plain", text: 'Grüße, "Welt" 🌍' };
assert.equal(
  contentsByteLength(item),
  new TextEncoder().encode(JSON.stringify(toContents(item))).length,
);
assert.equal(jsonByteLength({ a: [1, "é"] }), 14);
const report = fitReport({
  issues: [createIssue("timeout", { uri: "notes://me/b" })],
  issuesOmitted: 0,
  partial: true,
  bounds: { maxPayloadBytes: 4096, maxEncodedBytes: 16_384 },
});
const reading = readReport({ _meta: { [RESOURCE_READ_META_KEY]: report } });
assert.equal(reading.status, "ok");
console.log("ok");
