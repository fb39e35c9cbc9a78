import type { ReadScenario } from "./read-scenario.ts";

/** What a {@link ReadLawViolation} tells. */
export interface ViolationDetails {
  readonly rule: string;
  readonly law: string;
  readonly what: string;
  readonly scenario: ReadScenario;
  readonly schedule: readonly number[];
  readonly history: readonly string[];
}

/** Says which law a read broke, and what happened, line by line; `schedule` plays it again by `runInterleaving`. */
export class ReadLawViolation extends Error {
  readonly rule: string;
  readonly law: string;
  readonly scenario: ReadScenario;
  readonly schedule: readonly number[];
  readonly history: readonly string[];

  constructor({ rule, law, what, scenario, schedule, history }: ViolationDetails) {
    const lines = history.map((line, index) => `${String(index + 1).padStart(4)}. ${line}`);
    super(
      `${rule}: ${what}.\n${lines.join("\n")}\nThe law: ${law}. The schedule: [${schedule.join(", ")}].`,
    );
    this.name = "ReadLawViolation";
    this.rule = rule;
    this.law = law;
    this.scenario = scenario;
    this.schedule = schedule;
    this.history = history;
  }
}
