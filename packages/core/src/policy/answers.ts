import type { RequestScope } from "../request-scope.ts";
import { UnavailableSignal } from "../signal.ts";

// What policy callbacks may answer, read once and strictly: anything else is not a decision (READ-4).

/** One target's whole decision. There are five. */
export interface Decision {
  readonly visible: boolean;
  readonly readable: boolean;
  /** Whether an issue may name the item (READ-12). */
  readonly disclosed: boolean;
}

export const HIDDEN: Decision = Object.freeze({
  visible: false,
  readable: false,
  disclosed: false,
});
const DENIED: Decision = Object.freeze({ visible: true, readable: false, disclosed: false });
const DENIED_DISCLOSED: Decision = Object.freeze({
  visible: true,
  readable: false,
  disclosed: true,
});
const PERMITTED: Decision = Object.freeze({ visible: true, readable: true, disclosed: false });
const PERMITTED_DISCLOSED: Decision = Object.freeze({
  visible: true,
  readable: true,
  disclosed: true,
});

/** A callback's answer, or throw, made into what the read goes on with; throws the failure if it is no decision. */
export interface Reading<R> {
  readonly accept: (answer: unknown, scope: RequestScope) => R;
  readonly refuse: (thrown: unknown, scope: RequestScope) => R;
}

/** `discover` and `read`: a boolean; a thrown `unavailable()` denies. */
function permission<R>(callback: "discover" | "read", permitted: R, denied: R): Reading<R> {
  return {
    accept: (answer, scope) => {
      if (answer === true) return permitted;
      if (answer === false) return denied;
      throw policyFailed(scope, new TypeError(`policy.${callback} must answer true or false`));
    },
    refuse: (thrown, scope) => {
      if (UnavailableSignal.is(thrown)) return denied;
      throw policyFailed(scope, thrown);
    },
  };
}

export const DISCOVER: Reading<boolean> = permission("discover", true, false);
const READ: Reading<Decision> = permission("read", PERMITTED, DENIED);
const READ_DISCLOSED: Reading<Decision> = permission("read", PERMITTED_DISCLOSED, DENIED_DISCLOSED);

/** How `read` completes what `visible` has said of the same target. */
export function readingAfter(visible: Decision): Reading<Decision> {
  return visible.disclosed ? READ_DISCLOSED : READ;
}

/** `visible`: a boolean, or an object that says so; every throw is a malfunction. What it makes is not readable yet. */
export const VISIBLE: Reading<Decision> = {
  accept: (answer, scope) => {
    if (answer === false) return HIDDEN;
    if (answer === true) return DENIED;
    try {
      return visibleOf(answer);
    } catch (error) {
      throw policyFailed(scope, error);
    }
  },
  refuse: operational,
};

function visibleOf(answer: unknown): Decision {
  if (typeof answer !== "object" || answer === null) {
    throw new TypeError("policy.visible must answer a boolean or { visible, discloseIssueUri? }");
  }
  const visible: unknown = Reflect.get(answer, "visible");
  const disclosed: unknown = Reflect.get(answer, "discloseIssueUri");
  if (typeof visible !== "boolean" || !isOptionalBoolean(disclosed)) {
    throw new TypeError("policy.visible: visible and discloseIssueUri must be booleans");
  }
  if (!visible) return HIDDEN;
  return disclosed === true ? DENIED_DISCLOSED : DENIED;
}

/** `decideMany`: exactly one decision a target, in order. */
export function decisionsOf(answer: unknown, count: number): readonly Decision[] {
  if (!Array.isArray(answer)) throw new TypeError("policy.decideMany must answer an array");
  const length: unknown = answer.length;
  if (length !== count) {
    throw new TypeError(`policy.decideMany must answer ${count} decisions, one a target`);
  }
  const decisions: Decision[] = [];
  for (let index = 0; index < count; index += 1) {
    const decision: unknown = answer[index];
    decisions.push(decisionOf(decision, index));
  }
  return decisions;
}

function decisionOf(answer: unknown, index: number): Decision {
  if (typeof answer !== "object" || answer === null) {
    throw new TypeError(`policy.decideMany: decision ${index} must be an object`);
  }
  const visible: unknown = Reflect.get(answer, "visible");
  if (visible === false) return HIDDEN;
  const readable: unknown = Reflect.get(answer, "read");
  const disclosed: unknown = Reflect.get(answer, "discloseIssueUri");
  if (visible !== true || typeof readable !== "boolean" || !isOptionalBoolean(disclosed)) {
    throw new TypeError(
      `policy.decideMany: decision ${index} must be { visible: false } or { visible: true, read, discloseIssueUri? }`,
    );
  }
  if (readable) return disclosed === true ? PERMITTED_DISCLOSED : PERMITTED;
  return disclosed === true ? DENIED_DISCLOSED : DENIED;
}

/** Every throw is a malfunction. */
export function operational(thrown: unknown, scope: RequestScope): never {
  throw policyFailed(scope, thrown);
}

export function policyFailed(scope: RequestScope, cause: unknown): Error {
  return scope.failure("policy_failed", { cause });
}

function isOptionalBoolean(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === "boolean";
}
