import { createResourceGateway, publicPolicy, resource } from "@org/resources-core";
import { describe, expect, test } from "vitest";
import { connectTestClient as connectV1 } from "../src/testing/v1.ts";
import { connectTestClient as connectV2 } from "../src/testing/v2.ts";
import { ann, library } from "./library.ts";

const CLIENTS = [
  { name: "v1", connect: connectV1 },
  { name: "v2, 2026-07-28", connect: connectV2 },
  {
    name: "v2, 2025-11-25",
    connect: ((gateway, options) =>
      connectV2(gateway, { ...options, revision: "2025-11-25" })) as typeof connectV2,
  },
] as const;

describe.each(CLIENTS)("connectTestClient of $name", ({ connect }) => {
  test.each([
    ["a context", { context: ann() }],
    ["a callback", { context: ann }],
  ])("[SDK-7] the official client lists, reads and completes: %s", async (_, options) => {
    await using connection = await connect(library(), options);
    const { client } = connection;
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(["guide", "logo", "set"]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(["page"]);
    const { contents } = await client.readResource({ uri: "docs://guide" });
    expect(contents).toMatchObject([{ text: "# Guide" }]);
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "docs://page/{name}" },
      argument: { name: "name", value: "a" },
    });
    expect(completion.values).toEqual(["alpha"]);
  });

  test("[SDK-2] [SDK-7] the official client knows what is not found", async () => {
    await using connection = await connect(library(), { context: ann() });
    const uri = "docs://nothing";
    await expect(connection.client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
    });
  });

  test("a gateway that asks for no context needs none", async () => {
    const bindings = [resource({ uri: "docs://open", name: "open" }, "for all")];
    const gateway = createResourceGateway({ policy: publicPolicy(), bindings });
    await using connection = await connect(gateway);
    const { contents } = await connection.client.readResource({ uri: "docs://open" });
    expect(contents).toMatchObject([{ text: "for all" }]);
  });
});
