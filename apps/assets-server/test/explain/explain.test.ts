import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainRead, type Explanation } from "../../src/explain/explanation.ts";
import { loadSamples } from "../../src/samples.ts";
import type { Database } from "../../src/storage/database.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { openMemory } from "../../src/storage/embedded.ts";

const SKY = "bundle://projects/earth-and-sky/preview";
const ROCKET = "asset://projects/earth-and-sky/rocket.jpg/original";
const HUBBLE = "asset://projects/earth-and-sky/hubble-deep-field.webp/original";

/** A database that fails once, at the nth question asked with a principal's eyes. */
function failing(database: Database, nth: number): Database {
  let asked = 0;
  return {
    ...database,
    readAs: (...question) => {
      asked += 1;
      return asked === nth
        ? Promise.reject(new Error("database away"))
        : database.readAs(...question);
    },
  };
}

describe("explainRead", { timeout: 60_000 }, () => {
  let database: Database;
  beforeAll(async () => {
    database = await openMemory();
    await loadSamples(database);
  }, 60_000);
  afterAll(() => database.close());
  const explain = (
    who: string,
    uri: string,
    limits?: Record<string, number>,
  ): Promise<Explanation> => explainRead(database, { id: who, name: who }, uri, limits);

  it.each([
    [
      "olivia",
      "no uri",
      "validation",
      "URI syntax",
      /invalid_uri; invalid_character at character 2; .*write %20/,
    ],
    ["olivia", "a://b/{c}", "validation", "URI syntax", /unexpanded_template at character 6/],
    ["olivia", "nowhere://at/all", "selection", "addresses", /^unavailable/],
    ["olivia", "asset://projects/p/a%2Fb/original", "selection", "addresses", /variable asset/],
    ["otto", SKY, "discover", "policy discover", /^unavailable/],
    ["vera", "bundle://projects/wayfinding/preview", "policy", "policy visible", /^unavailable/],
    ["vera", ROCKET, "policy", "policy visible", /^unavailable/],
    ["marco", HUBBLE, "policy", "policy read", /^unavailable/],
    ["olivia", "asset://projects/wayfinding/none/original", "body", "storage", /^unavailable/],
  ] as const)("%s %s is refused at %s, by %s", async (who, uri, station, by, detail) => {
    const { refusal } = await explain(who, uri);
    expect(refusal).toMatchObject({
      station,
      by,
      uri,
      detail: expect.stringMatching(detail) as unknown,
    });
  });

  it.each([
    ["otto", SKY, "otto has no role in any project."],
    ["vera", "bundle://projects/wayfinding/preview", "vera has no role in the project wayfinding."],
    ["vera", "bundle://projects/none/preview", "There is no project none."],
    ["vera", ROCKET, "vera is a viewer there, and rocket.jpg is restricted: hidden from viewers."],
    [
      "marco",
      HUBBLE,
      "hubble-deep-field.webp was revoked for marco, who still sees that it is there.",
    ],
    [
      "olivia",
      "asset://projects/wayfinding/none/original",
      "The project wayfinding has no asset none.",
    ],
  ])("%s %s: %s", async (who, uri, why) => {
    expect((await explain(who, uri)).refusal?.why).toBe(why);
  });

  it("says of a partial bundle which item is missing, and what the client sees", async () => {
    expect(await explain("marco", SKY)).toMatchObject({
      outcome: "partial",
      clientSees: "6 items, and a warning before them",
      missing: [
        {
          station: "policy",
          by: "policy read",
          uri: "asset://projects/earth-and-sky/hubble-deep-field.webp/thumbnail",
        },
      ],
      hidden: [],
    });
  });

  it("says of a bundle that seems complete what row-level security kept out of it", async () => {
    const explanation = await explain("vera", SKY);
    expect(explanation).toMatchObject({ outcome: "complete", missing: [] });
    expect(explanation.refusal).toBeUndefined();
    expect(explanation.hidden.map(({ by, uri }) => [by, uri])).toEqual([
      ["row-level security", "asset://projects/earth-and-sky/leap-seconds.json/thumbnail"],
      ["row-level security", "asset://projects/earth-and-sky/rocket.jpg/thumbnail"],
    ]);
  });

  it("names the limit that an item does not fit, and the one that a plan is over", async () => {
    const { missing } = await explain("olivia", SKY, { maxItemPayloadBytes: 3000 });
    expect(missing.length).toBeGreaterThan(0);
    for (const { by, detail } of missing) {
      expect(by).toBe("limit");
      expect(detail).toMatch(/budget_exceeded; maxItemPayloadBytes: \d+ bytes of 3000/);
    }
    expect((await explain("olivia", SKY, { maxPlanItems: 2 })).refusal).toMatchObject({
      station: "resolve",
      by: "limit",
    });
  });

  it("says that a role withdrawn while a body is read is refused at the re-check", async () => {
    const editor = databaseRightsEditor(database);
    const { readAs } = database;
    let withdrawn = false;
    const meddling: Database = {
      ...database,
      readAs: async (principal, signal, work) => {
        const result = await readAs(principal, signal, work);
        if (!withdrawn && JSON.stringify(result).includes("svg")) {
          withdrawn = true;
          await editor.removeRole("marco", "wayfinding");
        }
        return result;
      },
    };
    const uri = "asset://projects/wayfinding/elevator.svg/metadata";
    const explanation = await explainRead(meddling, { id: "marco", name: "Marco" }, uri);
    await editor.giveRole("marco", "wayfinding", "member");
    expect(explanation.refusal).toMatchObject({ station: "re-check", by: "policy visible" });
  });

  it("tells where rights could not be asked, and a store that fails", async () => {
    const uri = "asset://projects/wayfinding/elevator.svg/metadata";
    const seen = await Promise.all(
      [1, 2, 3, 4].map((nth) =>
        explainRead(failing(database, nth), { id: "olivia", name: "O" }, uri),
      ),
    );
    expect(seen.map(({ refusal }) => [refusal?.station, refusal?.by])).toEqual([
      ["discover", "policy failure"],
      ["policy", "policy failure"],
      ["body", "failure"],
      ["re-check", "policy failure"],
    ]);
  });

  it("has nothing to say of a read that gives everything", async () => {
    expect(await explain("olivia", ROCKET)).toEqual({
      principal: "olivia",
      uri: ROCKET,
      outcome: "complete",
      clientSees: "1 item",
      items: 1,
      missing: [],
      hidden: [],
    });
  });
});
