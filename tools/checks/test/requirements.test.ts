import { describe, expect, it } from "vitest";
import { citations, faults, grown, loadRequirements, unproven } from "../requirements.ts";
import type { Requirements } from "../requirements.ts";

const manifest: Requirements = {
  rules: { "READ-1": "One.", "READ-2": "Two.", "READ-3": "Three." },
  cases: { N6: "Six." },
  notYetBuilt: ["READ-3"],
  partlyBuilt: { "READ-2": "half of it" },
};
const allCited = ["[READ-1] one", "[READ-2][case N6] two and six"];

describe("requirement manifest", () => {
  it("finds the ids in a title, several in one bracket or in several", () => {
    expect(citations("read > [READ-7, LIM-2] late [case Z9] a[0] [x-1] [1, 2]")).toEqual([
      "READ-7",
      "LIM-2",
      "case Z9",
    ]);
  });

  it("finds no fault where each rule is cited or listed", () => {
    expect(faults(manifest, allCited)).toEqual([]);
  });

  it("faults a rule that has neither test nor excuse", () => {
    expect(faults(manifest, ["[READ-2][case N6] two"])).toEqual([
      "READ-1 has no test and is not in notYetBuilt",
    ]);
  });

  it("faults a test that cites an unknown id", () => {
    expect(faults(manifest, [...allCited, "[READ-99] typo"])).toEqual([
      "READ-99 is unknown, but a test cites it: [READ-99] typo",
    ]);
  });

  it("faults an excuse for a rule that has a test, for none at all, and one that nothing half proves", () => {
    expect(faults(manifest, [...allCited, "[READ-3] three"])[0]).toMatch(/^READ-3 has a test/);
    expect(faults({ ...manifest, notYetBuilt: ["READ-3", "READ-9"] }, allCited)).toEqual([
      "READ-9 is listed as open, but is no rule",
    ]);
    expect(faults({ ...manifest, partlyBuilt: { "READ-3": "all of it" } }, allCited)).toEqual([
      "READ-3 is partlyBuilt without any test",
    ]);
  });

  it("counts only what passed as proof", () => {
    expect(unproven(manifest, allCited)).toEqual([]);
    expect(unproven(manifest, ["[READ-1] one"])).toEqual(["READ-2", "case N6"]);
  });

  it("lets the open lists shrink, and grow by new rules alone", () => {
    expect(grown({ ...manifest, notYetBuilt: [] }, manifest)).toEqual([]);
    expect(grown({ ...manifest, notYetBuilt: ["READ-3", "READ-1"] }, manifest)).toEqual(["READ-1"]);
    const newer = { ...manifest, rules: { ...manifest.rules, "READ-4": "Four." } };
    expect(grown({ ...newer, notYetBuilt: ["READ-3", "READ-4"] }, manifest)).toEqual([]);
  });

  it("is written in whole lines", async () => {
    const { rules, cases } = await loadRequirements();
    for (const line of [...Object.values(rules), ...Object.values(cases)])
      expect(line).toMatch(/^[A-Z].{15,110}\.$/);
  });
});
