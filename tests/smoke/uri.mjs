// @org/resources-uri as a user gets it, with nothing else installed.
import assert from "node:assert/strict";
import { createResourceSelector, parseResourceUri, validateResourceUri } from "@org/resources-uri";

assert.equal(parseResourceUri("notes://me/a%20b").path, "/a%20b");
const verdict = validateResourceUri("notes://me/../b");
assert.equal(verdict.ok ? undefined : verdict.error.code, "dot_segment");
const selector = createResourceSelector([
  { uri: "notes://me/inbox" },
  { uriTemplate: "notes://me/{note}" },
]);
assert.equal(selector.select("notes://me/a%20b")?.variables["note"], "a b");
assert.equal(selector.select("notes://you/a"), undefined);
console.log("ok");
