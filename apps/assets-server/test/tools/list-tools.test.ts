import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANN, call, connect, listsWorld } from "./lists-world.ts";

const owner = {
  roles: [{ principal: ANN.id, project: "p", role: "owner" as const }],
  restricted: [],
  revoked: [{ principal: ANN.id, project: "p", asset: "a.txt" }],
};

describe("list_projects and list_assets", () => {
  const world = listsWorld();
  let client: Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    world.change(owner);
    ({ client, close } = await connect(world, ANN));
  });
  afterAll(() => close());

  it("give rows that say how to read what they name", async () => {
    expect(await call(client, "list_projects")).toEqual({
      rows: [{ project: "p", title: "About p", preview: "bundle://projects/p/preview" }],
      page: 1,
      limit: 50,
      total: 1,
      has_more: false,
    });
    expect(await call(client, "list_assets", { project: "p", page: 1, limit: 2 })).toEqual({
      rows: [
        {
          asset: "a b.txt",
          readable: true,
          mimeType: "text/plain",
          size: 1,
          original: "asset://projects/p/a%20b.txt/original",
          thumbnail: "asset://projects/p/a%20b.txt/thumbnail",
          metadata: "asset://projects/p/a%20b.txt/metadata",
        },
        { asset: "a.txt", readable: false },
      ],
      page: 1,
      limit: 2,
      total: 7,
      has_more: true,
    });
  });

  it("say that they only read, and describe their results", async () => {
    const { tools } = await client.listTools();
    for (const name of ["list_projects", "list_assets"]) {
      const tool = tools.find((each) => each.name === name);
      expect(tool?.annotations).toMatchObject({ readOnlyHint: true });
      expect(Object.keys(tool?.outputSchema?.["properties"] ?? {})).toEqual([
        "rows",
        "page",
        "limit",
        "total",
        "has_more",
      ]);
    }
  });

  it("answer an unknown project, a forbidden one and one that cannot be alike: not found", async () => {
    const answers = await Promise.all(
      ["café", "none", "a/b", "..", "\u0000", "x".repeat(5000), "\ud800"].map((project) =>
        call(client, "list_assets", { project }),
      ),
    );
    expect(new Set(answers)).toEqual(
      new Set(["Project not found. list_projects shows those that are there for you."]),
    );
  });

  it("give an empty page beyond the end", async () => {
    expect(await call(client, "list_assets", { project: "p", page: 9 })).toMatchObject({
      rows: [],
      total: 7,
      has_more: false,
    });
    expect(
      await call(client, "list_assets", { project: "p", page: Number.MAX_SAFE_INTEGER }),
    ).toMatchObject({ rows: [], has_more: false });
  });

  it.each([
    ["list_assets", {}, "project: must be a project's name, as list_projects gives it"],
    ["list_assets", { project: "" }, "must be a project's name"],
    ["list_assets", { project: 7 }, "must be a project's name"],
    ["list_assets", { project: "p", page: 0 }, "page: must be a whole number, 1 or more"],
    ["list_assets", { project: "p", page: "2" }, "page: must be a whole number, 1 or more"],
    ["list_projects", { page: 1.5 }, "page: must be a whole number, 1 or more"],
    ["list_projects", { limit: 201 }, "limit: must be a whole number from 1 to 200"],
    ["list_projects", { limit: 0 }, "limit: must be a whole number from 1 to 200"],
    ["list_projects", { limit: null }, "limit: must be a whole number from 1 to 200"],
    ["list_projects", { after: 3 }, "after: must be the name in the last row that you have"],
    ["list_projects", { offset: 3 }, 'Unrecognized key: "offset"'],
  ])("%s %j is refused, and says what is expected", async (name, args, expected) => {
    const answer = await call(client, name, args);
    expect(answer).toContain(expected);
  });

  it("give an outsider no project", async () => {
    const { client: outsider, close: end } = await connect(world, { id: "otto", name: "Otto" });
    expect(await call(outsider, "list_projects")).toMatchObject({ rows: [], total: 0 });
    expect(await call(outsider, "list_assets", { project: "p" })).toMatch(/^Project not found\./);
    await end();
  });

  it("give nobody anything", async () => {
    const { client: nobody, close: end } = await connect(world, undefined);
    expect(await call(nobody, "list_projects")).toMatch(/not found/);
    expect(await call(nobody, "list_assets", { project: "p" })).toMatch(/not found/);
    await end();
  });

  it("never say why they failed, only under which id the operator's log has it", async () => {
    const broken = {
      ...world,
      store: {
        ...world.store,
        assets: () => Promise.reject(new Error("password=secret")),
        projects: () => Promise.reject(new Error("password=secret")),
      },
    };
    const { client: unlucky, close: end } = await connect(broken, ANN);
    for (const [name, args] of [
      ["list_projects", {}],
      ["list_assets", { project: "p" }],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop
      expect(await call(unlucky, name, args)).toMatch(
        /^The list could not be made\. Try again\. \([\w-]+\)$/,
      );
    await end();
  });

  it("take out a project whose role is withdrawn while it is listed", async () => {
    const { client: reader, close: end } = await connect(
      {
        ...world,
        store: {
          ...world.store,
          assets: async (...asked) => {
            const found = await world.store.assets(...asked);
            world.change({ ...owner, roles: [] });
            return found;
          },
        },
      },
      ANN,
    );
    expect(await call(reader, "list_assets", { project: "p" })).toMatch(/^Project not found\./);
    world.change(owner);
    await end();
  });

  it("go on with whatever policy stands in the station, one that decides one by one too", async () => {
    const { decideMany: _decideMany, ...single } = world.policy;
    const { client: reader, close: end } = await connect({ ...world, policy: single }, ANN);
    expect(await call(reader, "list_assets", { project: "p", limit: 200 })).toEqual(
      await call(client, "list_assets", { project: "p", limit: 200 }),
    );
    await end();
  });
});
