import { describe, expect, it } from "vitest";
import { renderPage } from "../src/page.ts";
import { renderPlot } from "../src/plot.ts";
import type { Row } from "../src/verdict.ts";

const rows: readonly Row[] = [
  {
    id: "P1",
    what: "a & b <fast>",
    measured: 0.5,
    spread: [0.4, 0.6],
    unit: "×",
    target: 1,
    verdict: "holds",
  },
  {
    id: "P2",
    what: "far | off",
    measured: 90,
    spread: [80, 99],
    unit: "ms",
    target: 3,
    verdict: "missed",
  },
  {
    id: "P3",
    what: "size",
    measured: 30,
    spread: [30, 30],
    unit: "KiB",
    target: 20,
    verdict: "accepted",
    decision: "0060",
  },
  { id: "P4", what: "only told", measured: 7, spread: [7, 7], unit: "ms" },
];

describe("the picture", () => {
  const svg = renderPlot(rows);

  it("has a dot for each figure with a target, in the colour of its verdict", () => {
    const dots = [...svg.matchAll(/<circle class="(\w+)" cx="([\d.]+)"/g)];
    expect(dots.map(([, verdict]) => verdict)).toEqual(["holds", "missed", "accepted"]);
    expect(svg).not.toContain("only told");
  });

  it("puts what holds left of the target's line, and what does not right of it, within the picture", () => {
    const [held = 0, far = 0, over = 0] = [
      ...svg.matchAll(/<circle class="\w+" cx="([\d.]+)"/g),
    ].map(([, at]) => Number(at));
    const target = Number(/class="target" x1="([\d.]+)"/.exec(svg)?.[1]);
    expect(held).toBeLessThan(target);
    expect(over).toBeGreaterThan(target);
    expect(far).toBeGreaterThan(over);
    expect(far).toBeLessThanOrEqual(820);
  });

  it("escapes names", () => {
    expect(svg).toContain("a &amp; b &lt;fast&gt;");
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});

describe("the page", () => {
  it("has a line for each figure, with the decision of an accepted miss", () => {
    const page = renderPage(rows, { node: "v24", cpu: "some", processes: 3, commit: "abc" });
    expect(page.split("\n").filter((line) => line.startsWith("| P"))).toEqual([
      "| P1 | a & b <fast> | 0.500 × | 0.400–0.600 | ≤ 1 | holds |",
      "| P2 | far \\| off | 90 ms | 80–99 | ≤ 3 | MISSED |",
      "| P3 | size | 30 KiB | 30–30 | ≤ 20 | missed (decision 0060) |",
      "| P4 | only told | 7 ms | 7–7 |  |  |",
    ]);
  });
});
