// @org/resources-testkit as a user gets it, without any test runner: a right revoked while the bodies were read.
import assert from "node:assert/strict";
import { createResourceGateway } from "@org/resources-core";
import { fakeBinding, fakePolicy } from "@org/resources-testkit";

const policy = fakePolicy().deny("notes://me/revoked", { round: 2 });
const binding = fakeBinding({
  uri: "notes://me/all",
  items: { "notes://me/a": "Hello.", "notes://me/revoked": "Secret." },
});
const gateway = createResourceGateway({ policy, bindings: [binding] });
const { items, partial } = await gateway.read("notes://me/all", { context: {} });
assert.deepEqual(
  items.map(({ uri }) => uri),
  ["notes://me/a"],
);
assert.equal(partial, true);
assert.equal(policy.calls.filter(({ about }) => about === "notes://me/revoked").length, 4);
console.log("ok");
