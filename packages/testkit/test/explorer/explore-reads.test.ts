import { createResourceGateway } from "@org/resources-core";
import { describe, expect, it } from "vitest";
import {
  exploreReads,
  ReadLawViolation,
  type ReadScenario,
  runInterleaving,
} from "../../src/index.ts";
import { READ_LAWS } from "../../src/explorer/read-laws.ts";
import type { PlantedFault } from "./fault-scenarios.ts";
import { ANSWERS } from "./planted-answers.ts";
import { FOUR_KINDS, ORDERS } from "./planted-faults.ts";

const A = "asset://p/a";
const B = "asset://p/b";

const found = new Map<PlantedFault, Promise<ReadLawViolation>>();

/** What the explorer finds in a gateway with this fault; explored once. */
function violationOf(fault: PlantedFault): Promise<ReadLawViolation> {
  const violation = found.get(fault) ?? explore(fault);
  found.set(fault, violation);
  return violation;
}

async function explore({ create, scenario }: PlantedFault): Promise<ReadLawViolation> {
  const error: unknown = await exploreReads(create, scenario, { patienceMs: 20 }).then(
    () => new Error("nothing was found within 1000 runs"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ReadLawViolation) return error;
  throw error;
}

describe("[KIT-4] core keeps the laws of reads in every interleaving", () => {
  const scenarios: Readonly<Record<string, ReadScenario>> = {
    "while rights are taken": {
      uri: "bundle://p",
      items: [A, B],
      changes: [{ deny: A }, { hide: B }],
    },
    "while rights are given and taken again": {
      uri: "bundle://p",
      items: ["bundle://p", A],
      before: [{ hide: A }],
      changes: [{ permit: A }, { deny: "bundle://p" }],
    },
    "with a batch policy, a failing body and disclosure": {
      uri: "bundle://p",
      items: [A, B],
      batch: true,
      failing: [A],
      disclosed: [A, B],
      changes: [{ hide: A }, { permit: A }, "conceal"],
    },
    "while bodies outlast their time": {
      uri: "bundle://p",
      items: [A, B],
      timeouts: true,
      changes: [{ hide: B }],
    },
    "while the caller gives up": {
      uri: A,
      items: [A],
      cancels: true,
      changes: ["conceal", "reveal"],
    },
  };

  it.each(Object.entries(scenarios))("%s", async (_name, scenario) => {
    const runs = 300;
    expect(await exploreReads(createResourceGateway, scenario, { runs })).toMatchObject({ runs });
  });

  it("and every placing of a change is among the runs", async () => {
    const scenario = { uri: "bundle://p", items: [A, B], changes: [{ deny: A }] };
    const explored = await exploreReads(createResourceGateway, scenario, { runs: 100 });
    expect(explored).toEqual({ runs: 100, exhausted: true });
    const few = await exploreReads(createResourceGateway, scenario, { runs: 10 });
    expect(few).toEqual({ runs: 10, exhausted: false });
  });
});

describe("[KIT-4] the explorer finds, within 1000 runs, a gateway that has the fault", () => {
  it.each(FOUR_KINDS.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
    const violation = await violationOf(fault);
    expect(violation.message).toMatch(fault.says);
    expect(violation.rule).toBe(fault.rule);
  });
});

describe("[KIT-4] the explorer finds, within 1000 runs, a gateway that", () => {
  it.each([...ORDERS, ...ANSWERS].map((fault) => [fault.name, fault] as const))(
    "%s",
    async (_name, fault) => {
      const violation = await violationOf(fault);
      expect(violation.message).toMatch(fault.says);
      expect(violation.rule).toBe(fault.rule);
    },
  );

  it("breaks a law, for each of the laws", async () => {
    const laws = new Set<string>();
    for (const fault of [...FOUR_KINDS, ...ORDERS, ...ANSWERS]) {
      // oxlint-disable-next-line no-await-in-loop -- one gateway after the other
      laws.add((await violationOf(fault)).law);
    }
    expect(laws).toEqual(new Set(READ_LAWS.map(({ name }) => name)));
  });
});

describe("[KIT-4] a violation", () => {
  const [noRecheck] = FOUR_KINDS as readonly [PlantedFault];

  it("tells what happened, no more than it needs, and can be played again", async () => {
    const violation = await violationOf(noRecheck);
    expect(violation.history.filter((line) => line.startsWith("rights change"))).toHaveLength(1);
    expect(violation.history.at(-1)).toBe(`the read returns [${A}, ${B}] with 0 issues`);
    for (const line of violation.history) expect(violation.message).toContain(`. ${line}\n`);
    const { create, scenario } = noRecheck;
    await expect(runInterleaving(create, scenario, violation.schedule)).rejects.toMatchObject({
      message: violation.message,
    });
    // The right gateway, in the very same interleaving.
    const { history } = await runInterleaving(createResourceGateway, scenario, violation.schedule);
    expect(history.at(-1)).toBe(`the read returns [${B}] with 1 issues`);
  });

  it("is the same for the same seed", async () => {
    const { create, scenario } = noRecheck;
    const find = (seed: number) =>
      exploreReads(create, scenario, { seed }).catch((error: unknown) => String(error));
    expect(await find(7)).toBe(await find(7));
  });
});

it("[KIT-4] an interleaving is told line by line", async () => {
  const scenario: ReadScenario = { uri: A, items: [A], changes: [{ hide: A }] };
  const { history, schedule } = await runInterleaving(
    createResourceGateway,
    scenario,
    [0, 0, 0, 0, 0, 1],
  );
  expect(history).toEqual([
    "discover answers: yes",
    "resolve answers",
    `visible ${A} answers: yes`,
    `read ${A} answers: yes`,
    `body of ${A} is asked for`,
    `body of ${A} answers`,
    "progress: 1 of 1",
    `rights change: hide ${A}`,
    `visible ${A} answers: no`,
    "the read fails: unavailable",
  ]);
  expect(schedule).toEqual([0, 0, 0, 0, 0, 1, 0]);
});
