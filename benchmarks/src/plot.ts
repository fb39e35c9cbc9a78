import { round } from "./verdict.ts";
import type { Row } from "./verdict.ts";

const LABELS = 400;
const AXIS = 420;
const VALUES = 170;
const ROW = 22;
const TOP = 48;
const WIDTH = LABELS + AXIS + VALUES;

/** The axis: how far from its target a figure is, from a hundredth of it to four times it. */
const LEAST = 0.01;
const MOST = 4;
const TICKS = [0.01, 0.1, 0.5, 1, 2, 4];

function x(share: number): number {
  const clamped = Math.min(MOST, Math.max(LEAST, share));
  const along = Math.log(clamped / LEAST) / Math.log(MOST / LEAST);
  return Math.round((LABELS + along * AXIS) * 10) / 10;
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .grid { stroke: #d0d7de } .target { stroke: #24292f }
  .holds { fill: #1a7f37; stroke: #1a7f37 } .accepted { fill: #9a6700; stroke: #9a6700 } .missed { fill: #cf222e; stroke: #cf222e }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .grid { stroke: #30363d } .target { stroke: #e6edf3 }
    .holds { fill: #3fb950; stroke: #3fb950 } .accepted { fill: #d29922; stroke: #d29922 } .missed { fill: #f85149; stroke: #f85149 }
  }`;

/**
 * A picture of the figures that have a target, as SVG: each a dot at its share of the target (left of the line at 1 it
 * holds), on a line from its lowest to its highest process. What is beyond the axis sits at its end.
 */
export function renderPlot(rows: readonly Row[]): string {
  const aimed = rows.filter((row) => row.target !== undefined && row.target > 0);
  const height = TOP + aimed.length * ROW + 12;
  const ticks = TICKS.flatMap((share) => [
    `<line class="${share === 1 ? "target" : "grid"}" x1="${x(share)}" x2="${x(share)}" y1="${TOP - 8}" y2="${height - 12}"/>`,
    `<text x="${x(share)}" y="${TOP - 14}" text-anchor="middle">${share}×</text>`,
  ]);
  const lines = aimed.flatMap((row, index) => {
    const { id, what, measured, spread, unit, target = 1, verdict = "holds" } = row;
    const y = TOP + index * ROW + ROW / 2;
    const values = `${round(measured)} ${unit}, aim ≤ ${round(target)}`;
    return [
      `<text x="${LABELS - 12}" y="${y + 4}" text-anchor="end">${escape(`${id}  ${what}`)}</text>`,
      `<line class="${verdict}" stroke-width="2" x1="${x(spread[0] / target)}" x2="${x(spread[1] / target)}" y1="${y}" y2="${y}"/>`,
      `<circle class="${verdict}" cx="${x(measured / target)}" cy="${y}" r="4"/>`,
      `<text x="${LABELS + AXIS + 12}" y="${y + 4}">${escape(values)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Measured, as a share of the target">`,
    `<style>${STYLE}\n</style>`,
    `<text x="${LABELS}" y="16">Measured, as a share of the target: left of 1× it holds</text>`,
    ...ticks,
    ...lines,
    "</svg>\n",
  ].join("\n");
}
