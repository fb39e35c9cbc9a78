import type { RightsChange } from "./read-scenario.ts";

/** What is refused at one time. */
export interface RightsState {
  readonly hidden: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
  readonly concealed: boolean;
}

/** A state of rights that holds from a time on. */
interface Period {
  readonly from: number;
  readonly state: RightsState;
}

/** Something that may be true of rights. */
export type RightsPredicate = (state: RightsState) => boolean;

export const isVisible =
  (uri: string): RightsPredicate =>
  ({ hidden }) =>
    !hidden.has(uri);

export const isPermitted =
  (uri: string): RightsPredicate =>
  ({ hidden, denied }) =>
    !hidden.has(uri) && !denied.has(uri);

export const isRevealed: RightsPredicate = ({ concealed }) => !concealed;

/** Rights as they change; times are places in the history. */
export class RightsOverTime {
  readonly #periods: Period[] = [
    { from: 0, state: { hidden: new Set(), denied: new Set(), concealed: false } },
  ];

  get now(): RightsState {
    return this.#periods.at(-1)?.state ?? { hidden: new Set(), denied: new Set(), concealed: true };
  }

  /** From this time on. */
  change(change: RightsChange, from: number): void {
    this.#periods.push({ from, state: changed(this.now, change) });
  }

  /** Whether it was true at some time between the two, both included. */
  ever(predicate: RightsPredicate, from: number, to: number): boolean {
    return this.#during(from, to).some(predicate);
  }

  /** Whether it was true all the time between the two, both included. */
  always(predicate: RightsPredicate, from: number, to: number): boolean {
    return this.#during(from, to).every(predicate);
  }

  #during(from: number, to: number): readonly RightsState[] {
    const atFirst = this.#periods.findLastIndex((period) => period.from <= from);
    return this.#periods
      .slice(Math.max(atFirst, 0))
      .filter((period, index) => index === 0 || period.from <= to)
      .map(({ state }) => state);
  }
}

function changed(state: RightsState, change: RightsChange): RightsState {
  if (typeof change === "string") return { ...state, concealed: change === "conceal" };
  const { hidden, denied } = state;
  if ("hide" in change) return { ...state, hidden: new Set([...hidden, change.hide]) };
  if ("deny" in change) return { ...state, denied: new Set([...denied, change.deny]) };
  const without = (uris: ReadonlySet<string>): Set<string> =>
    new Set([...uris].filter((uri) => uri !== change.permit));
  return { ...state, hidden: without(hidden), denied: without(denied) };
}
