import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { permissionIn } from "../access/rights-model.ts";
import {
  ANN,
  ASSETS,
  call,
  connect,
  grantsOfAnn,
  listsWorld,
  PROJECTS,
  type ListResult,
} from "./lists-world.ts";

const RUNS = 60 * Number(process.env["FUZZ_FACTOR"] ?? 1);

describe("the list tools, against the model of rights", { timeout: 120_000 }, () => {
  const world = listsWorld();
  let client: Client;
  let close: () => Promise<void>;
  beforeAll(async () => ({ client, close } = await connect(world, ANN)));
  afterAll(() => close());

  const visibleNow = (project: string): readonly string[] =>
    ASSETS.filter((asset) => permissionIn(world.grants(), ANN.id, { project, asset }) !== "hidden");
  const projectsNow = (): readonly string[] =>
    PROJECTS.toSorted().filter(
      (project) => permissionIn(world.grants(), ANN.id, { project }) !== "hidden",
    );

  async function page(name: string, args: Record<string, unknown>): Promise<ListResult> {
    const answer = await call(client, name, args);
    if (typeof answer === "string") throw new Error(answer);
    return answer;
  }

  async function walk(name: string, args: Record<string, unknown>): Promise<ListResult[]> {
    const pages: ListResult[] = [];
    do {
      // oxlint-disable-next-line no-await-in-loop
      pages.push(await page(name, { ...args, page: pages.length + 1 }));
    } while (pages.at(-1)?.has_more === true);
    return pages;
  }

  it("paging to the end finds each visible name once, and totals count nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(grantsOfAnn, fc.integer({ min: 1, max: 8 }), async (grants, limit) => {
        world.change(grants);
        const projects = await walk("list_projects", { limit });
        expect(projects.flatMap(({ rows }) => rows.map((row) => row["project"]))).toEqual(
          projectsNow(),
        );
        expect(new Set(projects.map(({ total }) => total))).toEqual(
          new Set([projectsNow().length]),
        );
        for (const project of PROJECTS.filter((each) => !projectsNow().includes(each)))
          // oxlint-disable-next-line no-await-in-loop
          expect(await call(client, "list_assets", { project })).toMatch(/^Project not found\./);
        for (const project of projectsNow()) {
          // oxlint-disable-next-line no-await-in-loop
          const pages = await walk("list_assets", { project, limit });
          const rows = pages.flatMap((each) => each.rows);
          expect(rows.map(({ asset }) => asset)).toEqual(visibleNow(project));
          for (const { asset, readable } of rows)
            expect(readable).toBe(
              permissionIn(grants, ANN.id, { project, asset: String(asset) }) === "readable",
            );
          for (const { total, limit: size, rows: some } of pages) {
            expect(total).toBe(visibleNow(project).length);
            expect(some.length).toBeLessThanOrEqual(size);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("every URI in a row can be read, and what cannot be read has none", async () => {
    await fc.assert(
      fc.asyncProperty(grantsOfAnn, async (grants) => {
        world.change(grants);
        const { rows: projects } = await page("list_projects", {});
        for (const { project, preview } of projects) {
          // oxlint-disable no-await-in-loop
          expect((await client.readResource({ uri: String(preview) })).contents).not.toEqual([]);
          for (const row of (await page("list_assets", { project })).rows) {
            const uris = [row["original"], row["thumbnail"], row["metadata"]];
            for (const uri of uris.filter((each) => typeof each === "string"))
              expect((await client.readResource({ uri })).contents).toHaveLength(1);
            expect(uris.every((uri) => (uri !== undefined) === row["readable"])).toBe(true);
          }
          // oxlint-enable no-await-in-loop
        }
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it("while rights change, walking on `after` finds once whatever stays visible, and never what is hidden then", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(grantsOfAnn, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (changes, limit) => {
          const [project] = PROJECTS as [string];
          const held = { principal: ANN.id, project, role: "viewer" } as const;
          const worlds = changes.map((grants) => ({
            ...grants,
            roles: [...grants.roles.filter((role) => role.project !== project), held],
          }));
          const found: string[] = [];
          let always: readonly string[] = ASSETS;
          let after: string | undefined;
          for (let step = 0; ; step += 1) {
            world.change(worlds[step % worlds.length] as (typeof worlds)[number]);
            const visible = visibleNow(project);
            always = always.filter((asset) => visible.includes(asset));
            // oxlint-disable-next-line no-await-in-loop
            const { rows, total, has_more } = await page("list_assets", { project, limit, after });
            const names = rows.map(({ asset }) => String(asset));
            expect(visible).toEqual(expect.arrayContaining(names));
            expect(total).toBe(visible.length);
            found.push(...names);
            after = found.at(-1);
            if (!has_more) break;
          }
          expect(new Set(found).size).toBe(found.length);
          expect(found).toEqual(expect.arrayContaining([...always]));
        },
      ),
      { numRuns: RUNS },
    );
  });
});
