import { createLogger, errorName } from "@org/serving";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { printable } from "../import/printable.ts";
import { loadSamples } from "../samples.ts";
import type { StdioConfig } from "../settings.ts";
import { openDatabase } from "../storage/open-database.ts";
import { explainRead, type ExplainedRefusal, type Explanation } from "./explanation.ts";
import { STATIONS } from "./stations.ts";

/** `explain`: which station refuses a principal's read, and why; for the operator, whose eyes may see everything. */
export async function explain(config: StdioConfig, uri: string, json: boolean): Promise<ExitCode> {
  const logger = createLogger("assets-server", config.logLevel);
  const database = await openDatabase(config, "explain", (error) => {
    logger.warn({ cause: errorName(error) }, "idle connection");
  });
  try {
    if (config.dataDirectory === undefined && config.databaseUrl === undefined)
      await loadSamples(database);
    const explanation = await explainRead(database, config.principal, uri);
    const lines = json ? [JSON.stringify(explanation, undefined, 2)] : inWords(explanation);
    process.stdout.write(`${lines.join("\n")}\n`);
    return explanation.outcome === "complete" ? EXIT.ok : EXIT.refused;
  } finally {
    await database.close();
  }
}

/** For a terminal. */
function inWords(explanation: Explanation): readonly string[] {
  const { principal, uri, outcome, clientSees, refusal, missing, hidden } = explanation;
  return [
    `${printable(principal)} reads ${printable(uri)}`,
    `Outcome: ${outcome}. The client sees: ${clientSees}.`,
    "",
    ...stationLines(refusal),
    ...(refusal === undefined ? [] : ["", ...refusalLines(refusal)]),
    ...missing.flatMap((each) => ["", `Missing: ${printable(each.uri)}`, ...refusalLines(each)]),
    ...hidden.flatMap((each) => ["", `Hidden: ${printable(each.uri)}`, ...refusalLines(each)]),
  ];
}

function stationLines(refusal: ExplainedRefusal | undefined): readonly string[] {
  const at = refusal === undefined ? STATIONS.length : STATIONS.indexOf(refusal.station);
  return STATIONS.map((station, index) => {
    const state = index < at ? "passed" : index === at ? "REFUSED" : "not reached";
    return `  ${station.padEnd(12)}${state}`;
  });
}

function refusalLines({ station, by, detail, why }: ExplainedRefusal): readonly string[] {
  return [
    `  refused at: ${station}, by ${by}`,
    `  it said:    ${printable(detail)}`,
    `  because:    ${printable(why)}`,
  ];
}
