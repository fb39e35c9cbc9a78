import type { CreateExplorable, ReadScenario } from "../../src/index.ts";

/** A gateway with one fault, planted from outside into a right one. */
export interface PlantedFault {
  readonly name: string;
  /** The law that is broken first. */
  readonly rule: string;
  readonly says: RegExp;
  readonly scenario: ReadScenario;
  readonly create: CreateExplorable;
}

export const A = "asset://p/a";
export const B = "asset://p/b";
export const URI = "bundle://p";

export const REVOKED: ReadScenario = { uri: URI, items: [A, B], changes: [{ deny: A }] };
export const HIDDEN: ReadScenario = { uri: URI, items: [A, B], changes: [{ hide: A }] };
export const GRANTED: ReadScenario = {
  uri: URI,
  items: [A, B],
  before: [{ hide: A }],
  changes: [{ permit: A }],
};
export const LATE: ReadScenario = { uri: URI, items: [A, B], timeouts: true };
export const CANCELLED: ReadScenario = { uri: URI, items: [A, B], cancels: true };
export const FAILING: ReadScenario = { uri: URI, items: [A, B], failing: [A] };
