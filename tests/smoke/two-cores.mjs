// Two copies of @org/resources-core in one tree, which installers make of two versions: `elsewhere` has its own. What one
// copy built is never taken for the other's, and whoever mixes them is told what to mend.
import assert from "node:assert/strict";
import * as core from "@org/resources-core";
import { connectTestClient } from "@org/resources-sdk-adapter/v2/testing";
import { attachResources } from "@org/resources-sdk-adapter/v2";
import { McpServer } from "@modelcontextprotocol/server";

const copy = "./node_modules/elsewhere/node_modules/@org/resources-core/dist/index.js";
const other = /** @type {typeof core} */ (await import(new URL(copy, import.meta.url).href));
assert.notEqual(core.createResourceGateway, other.createResourceGateway);
const policy = core.publicPolicy();

// A gateway of the other copy, given to an adapter that stands on this one.
const foreign = other.createResourceGateway({ policy: other.publicPolicy(), bindings: [] });
const said = {
  name: "TypeError",
  message: /this gateway was built by another copy of @org\/resources-core: install one copy/,
};
assert.throws(() => attachResources(new McpServer({ name: "x", version: "1" }), foreign), said);
await assert.rejects(connectTestClient(foreign, { context: () => ({}) }), said);

// Targets, plans and payloads of the other copy, in a gateway of this one.
/** @param {Parameters<typeof core.bundle>[1]} handlers */
async function failureOf(handlers) {
  const binding = core.bundle({ uri: "notes://me", name: "me" }, handlers);
  const gateway = core.createResourceGateway({ policy, bindings: [binding] });
  try {
    await gateway.read("notes://me", { context: {} });
  } catch (error) {
    if (core.isResourceFailure(error)) return error;
    throw error;
  }
  throw new Error("the read succeeded");
}
const read = () => core.textPayload("x", "text/plain");
const own = core.createTarget({ uri: "notes://me" });
const theirs = other.createTarget({ uri: "notes://me" });

const plan = await failureOf({ resolve: () => other.createReadPlan(theirs), read });
assert.equal(plan.code, "invalid_plan");
assert.match(String(plan.cause), /this plan was built by another copy/);
const target = await failureOf({ resolve: () => core.createReadPlan(theirs), read });
assert.equal(target.code, "invalid_plan");
assert.match(String(target.cause), /this target was built by another copy/);
const payload = await failureOf({
  resolve: () => core.createReadPlan(own),
  read: () => other.textPayload("x", "text/plain"),
});
assert.equal(payload.code, "no_items");
assert.deepEqual(payload.report?.issues, [
  { code: "invalid_content", message: "This item returned invalid content.", retryable: false },
]);

// The other copy's `unavailable()` is no answer here: it fails closed.
const denying = core.createResourceGateway({
  policy: { ...policy, discover: () => other.unavailable() },
  bindings: [core.resource({ uri: "notes://me", name: "me" }, "x")],
});
await assert.rejects(denying.read("notes://me", { context: {} }), { code: "policy_failed" });

// A binding of the other copy is plain data; the plan that it makes is not.
const mixed = core.createResourceGateway({
  policy,
  bindings: [other.resource({ uri: "notes://me", name: "me" }, "x")],
});
await assert.rejects(mixed.read("notes://me", { context: {} }), (error) => {
  assert.ok(core.isResourceFailure(error));
  assert.equal(error.code, "invalid_plan");
  assert.match(String(error.cause), /this plan was built by another copy/);
  return true;
});
console.log("ok");
