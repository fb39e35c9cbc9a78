// @org/resources-core as a user gets it: one bundle, read with a hidden and a denied item.
import assert from "node:assert/strict";
import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  isResourceFailure,
  resource,
  textPayload,
} from "@org/resources-core";

const notes = ["notes://me/a", "notes://me/hidden", "notes://me/denied"];
const gateway = createResourceGateway({
  policy: {
    discover: () => true,
    visible: ({ uri }) => uri !== "notes://me/hidden",
    read: ({ uri }) => uri !== "notes://me/denied",
    scopeKey: () => "me",
  },
  bindings: [
    resource({ uri: "notes://me/motd", name: "motd" }, "Hello."),
    bundle(
      { uri: "notes://me/all", name: "all" },
      {
        resolve: () =>
          createReadPlan(
            createTarget({ uri: "notes://me/all" }),
            notes.map((uri) => createTarget({ uri })),
          ),
        read: ({ uri }) => textPayload(`note ${uri}`, "text/plain"),
      },
    ),
  ],
});

const motd = await gateway.read("notes://me/motd", { context: {} });
assert.deepEqual(
  motd.items.map(({ text }) => text),
  ["Hello."],
);
const all = await gateway.read("notes://me/all", { context: {} });
assert.deepEqual(
  all.items.map(({ uri }) => uri),
  ["notes://me/a"],
);
assert.equal(all.partial, true);
assert.deepEqual(
  all.issues.map(({ code }) => code),
  ["unavailable"],
);
await assert.rejects(
  gateway.read("notes://you/x", { context: {} }),
  (error) => isResourceFailure(error) && error.code === "unavailable",
);
console.log("ok");
