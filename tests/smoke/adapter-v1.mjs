// @org/resources-sdk-adapter with SDK v1 as a user gets it: the official client reads through a real server.
import assert from "node:assert/strict";
import { createResourceGateway, publicPolicy, resource } from "@org/resources-core";
import { connectTestClient } from "@org/resources-sdk-adapter/v1/testing";

const gateway = createResourceGateway({
  policy: publicPolicy(),
  bindings: [resource({ uri: "notes://me/motd", name: "motd" }, "Hello.")],
});
const { client, close } = await connectTestClient(gateway, { context: () => ({}) });
const { resources } = await client.listResources();
assert.deepEqual(
  resources.map(({ uri }) => uri),
  ["notes://me/motd"],
);
const { contents } = await client.readResource({ uri: "notes://me/motd" });
assert.deepEqual(contents, [{ uri: "notes://me/motd", mimeType: "text/plain", text: "Hello." }]);
await assert.rejects(client.readResource({ uri: "notes://you/x" }), /Resource not found/);
await close();
console.log("ok");
