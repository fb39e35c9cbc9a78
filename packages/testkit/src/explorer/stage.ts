import {
  bundle,
  createReadPlan,
  createTarget,
  type ResourceBinding,
  type ResourcePolicy,
  type ResourceTarget,
  type TargetDecision,
  textPayload,
} from "@org/resources-core";
import { deferred } from "../fakes/deferred.ts";
import { manualClock, type ManualClock } from "../fakes/manual-clock.ts";
import { bodyOf, changeInWords, type ReadScenario, type RightsChange } from "./read-scenario.ts";
import { isPermitted, isRevealed, isVisible, RightsOverTime } from "./rights-over-time.ts";

/** A callback that has been called and waits for the explorer to let it answer. */
export interface Wait {
  readonly name: string;
  readonly answer: () => void;
}

/** How the reading of one body went; times are places in the history. */
export interface BodyTimes {
  readonly askedAt: number;
  cameAt?: number;
  ranOutAt?: number;
}

/**
 * A policy and a binding whose every callback waits until the explorer lets it answer, by the rights of that moment.
 * What happens is written into the history, in order: a line is a time.
 */
export class Stage {
  readonly scenario: ReadScenario;
  readonly rights: RightsOverTime = new RightsOverTime();
  readonly clock: ManualClock = manualClock();
  readonly history: string[] = [];
  readonly waits: Wait[] = [];
  /** By URI, in the order of asking; a second reading of a body is told by `rereads`. */
  readonly bodies: Map<string, BodyTimes> = new Map();
  readonly rereads: string[] = [];
  #changesMade = 0;

  constructor(scenario: ReadScenario) {
    this.scenario = scenario;
    for (const change of scenario.before ?? []) this.rights.change(change, 0);
  }

  /** Writes down what happens, and gives its time. */
  note(line: string): number {
    return this.history.push(line) - 1;
  }

  /** The change that comes next, if one is left. */
  get nextChange(): RightsChange | undefined {
    return this.scenario.changes?.[this.#changesMade];
  }

  changeRights(): void {
    const { nextChange } = this;
    if (nextChange === undefined) return;
    this.#changesMade += 1;
    this.rights.change(nextChange, this.note(`rights change: ${changeInWords(nextChange)}`));
  }

  /** The body that is being waited for, within its time. */
  get openBody(): BodyTimes | undefined {
    return [...this.bodies.values()].find(
      ({ cameAt, ranOutAt }) => cameAt === undefined && ranOutAt === undefined,
    );
  }

  runOut(body: BodyTimes, itemTimeoutMs: number): void {
    body.ranOutAt = this.note("the time for the body runs out");
    this.clock.advance(itemTimeoutMs);
  }

  policy(): ResourcePolicy<unknown> {
    const { rights, scenario } = this;
    const disclosed = new Set(scenario.disclosed);
    const decide = ({ uri }: ResourceTarget): TargetDecision =>
      isVisible(uri)(rights.now)
        ? {
            visible: true,
            read: isPermitted(uri)(rights.now),
            discloseIssueUri: disclosed.has(uri),
          }
        : { visible: false };
    return {
      discover: () => this.#wait("discover", () => isRevealed(rights.now)),
      visible: ({ uri }) =>
        this.#wait(`visible ${uri}`, () => ({
          visible: isVisible(uri)(rights.now),
          discloseIssueUri: disclosed.has(uri),
        })),
      read: ({ uri }) => this.#wait(`read ${uri}`, () => isPermitted(uri)(rights.now)),
      scopeKey: () => "explorer",
      ...(scenario.batch === true && {
        decideMany: (targets: readonly ResourceTarget[]) =>
          this.#wait("decideMany", () => targets.map(decide)),
      }),
    };
  }

  binding(): ResourceBinding {
    const { uri, items, failing = [] } = this.scenario;
    return bundle(
      { uri, name: "explored" },
      {
        resolve: ({ canonicalUri }) =>
          this.#wait("resolve", () => {
            const requested = createTarget({ uri: canonicalUri });
            return createReadPlan(
              requested,
              items.map((item) => (item === uri ? requested : createTarget({ uri: item }))),
            );
          }),
        read: async (target) => {
          const times: BodyTimes = { askedAt: this.note(`body of ${target.uri} is asked for`) };
          if (this.bodies.has(target.uri)) this.rereads.push(target.uri);
          this.bodies.set(target.uri, times);
          return await this.#wait(`body of ${target.uri}`, () => {
            times.cameAt = this.history.length - 1;
            if (failing.includes(target.uri)) throw new Error("a planted failure");
            return textPayload(bodyOf(target.uri), "text/plain");
          });
        },
      },
    );
  }

  /** Waits for its turn; the answer is made when the turn comes. */
  #wait<T>(name: string, make: () => T): Promise<T> {
    const { promise, resolve, reject } = deferred<T>();
    const wait: Wait = {
      name,
      answer: () => {
        this.waits.splice(this.waits.indexOf(wait), 1);
        const at = this.note(`${name} answers`);
        try {
          const value = make();
          this.history[at] = `${name} answers${inWords(value)}`;
          resolve(value);
        } catch (error) {
          this.history[at] = `${name} fails`;
          reject(error);
        }
      },
    };
    this.waits.push(wait);
    return promise;
  }
}

/** An answer of the policy in words; plans and payloads need none. */
function inWords(answer: unknown): string {
  if (typeof answer === "boolean") return answer ? ": yes" : ": no";
  if (Array.isArray(answer)) return `:${answer.map(inWords).join(",").replaceAll(":", "")}`;
  if (typeof answer !== "object" || answer === null || !("visible" in answer)) return "";
  if (answer.visible !== true) return ": no";
  return "read" in answer && answer.read !== true ? ": not readable" : ": yes";
}
