import type { PolicyScope, ResourceTarget } from "@org/resources-core";
import { createTarget } from "@org/resources-core";
import { type Answer, permits, PolicyAsker } from "./ask-policy.ts";
import { assertTakenFor, scopeOf } from "./calling-scope.ts";
import { type NamedCall, stillWaiting, waitingAfterAbort } from "./abort-calls.ts";
import { type Finding, settles } from "./contract-check.ts";
import type { CreatedPolicy } from "./policy-subject.ts";
import { type PolicyTrial, tryPolicy } from "./policy-trial.ts";

// What a policy must hold, a function each: what is wrong, or nothing. Each asks as a gateway would, and no more.

/** Nobody whom the policy knows gets anything, whichever way it is asked. */
export async function unknownContext<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals, definitions, targets } = subject;
  const unknown: unknown = subject.unknown;
  assertTakenFor(principals, unknown);
  const scope = scopeOf(unknown);
  const answers = [
    ...(await asker.everything(unknown)),
    ...(await asker.discoverMany(definitions, scope)),
    ...(await asker.decideMany(targets, scope)),
  ];
  const leak = answers.find(([, answer]) => permits(answer));
  return (
    leak && {
      what: `an unknown context was ${leak[1]} at "${leak[0]}"`,
      remedy:
        "deny whoever you do not know: return false, or throw, where the context names no principal; no default tier",
    }
  );
}

/** Every answer is of the type that a gateway takes for a decision. */
export async function decisionTypes<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  for (const context of subject.principals) {
    // oxlint-disable-next-line no-await-in-loop -- one caller after the other
    const answers = await asker.everything(context);
    const wrong = [...answers].find(
      // What discover or read throws may be a denial; what visible throws never is.
      ([question, answer]) =>
        answer.includes("no decision") || (question.startsWith("decide") && answer === "throws"),
    );
    if (wrong !== undefined) {
      return {
        what: `"${wrong[0]}" gave ${wrong[1]}, which fails the whole read as policy_failed`,
        remedy:
          "return true or false (visible: also { visible, discloseIssueUri }); discover and read may throw unavailable(), visible may not throw",
      };
    }
  }
  return undefined;
}

/** The same question gets the same answer: of the same target and of an equal one, in this operation and the next. */
export async function determinism<C, P extends CreatedPolicy<C>>({
  subject,
  created,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const equal = new PolicyAsker<C, P>(
    { ...subject, targets: subject.targets.map(equalTarget) },
    created.policy,
  );
  for (const context of subject.principals) {
    /* oxlint-disable no-await-in-loop -- one question after the other */
    const first = await asker.everything(context);
    for (const [times, again] of [
      ["asked again", await asker.everything(context)],
      ["asked of an equal target", await equal.everything(context)],
    ] as const) {
      const changed = difference(first, again);
      if (changed !== undefined) return undetermined(`${changed}, when ${times}`);
    }
    const key = await asker.scopeKey(scopeOf(context));
    if ((await asker.scopeKey(scopeOf(context))) !== key) {
      return undetermined("the scope key changed although no right did");
    }
    /* oxlint-enable no-await-in-loop */
  }
  return undefined;
}

function undetermined(what: string): Finding {
  return {
    what,
    remedy:
      "decide by context and identity alone (uri, representation, authorizationData): no object identity, counter, clock or chance; a scope key is the principal and the revision of its permissions",
  };
}

/** Questions that overlap get the answers they get alone. */
export async function concurrency<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
  patienceMs,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals } = subject;
  const remedy =
    "keep nothing of a question outside its own call: no field for the current caller, no shared connection without a lock per call";
  const alone: Map<string, Answer>[] = [];
  for (const context of principals) {
    // oxlint-disable-next-line no-await-in-loop -- alone
    alone.push(await asker.everything(context));
  }
  // Twice each, and the callers take turns, so that every question overlaps another's.
  const asked = [...principals, ...principals].map((context) => asker.questions(scopeOf(context)));
  const overlapping = asked.map((): [string, Promise<Answer>][] => []);
  for (let index = 0; index < Math.max(...asked.map(({ length }) => length)); index += 1) {
    for (const [who, questions] of asked.entries()) {
      const [question, ask] = questions[index] ?? [];
      if (question !== undefined && ask !== undefined) overlapping[who]?.push([question, ask()]);
    }
  }
  const all = Promise.all(
    overlapping.map((answers) =>
      Promise.all(answers.map(async ([question, answer]) => [question, await answer] as const)),
    ),
  );
  if (!(await settles(all, patienceMs))) {
    return { what: "questions that were asked at once did not all get an answer", remedy };
  }
  for (const [index, answers] of (await all).entries()) {
    const before = alone[index % principals.length] ?? new Map<string, Answer>();
    const changed = difference(before, new Map(answers));
    if (changed !== undefined)
      return { what: `${changed}, when asked at once with others`, remedy };
  }
  return undefined;
}

/** What was answered to one principal has no part in the answers to another. */
export async function separation<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
  patienceMs,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const [one, other] = subject.principals;
  const oneFirst = await asker.everything(one);
  const otherSecond = await asker.everything(other);
  const fresh = await tryPolicy(subject, patienceMs);
  try {
    const otherFirst = await fresh.asker.everything(other);
    const oneSecond = await fresh.asker.everything(one);
    const changed = difference(otherFirst, otherSecond) ?? difference(oneFirst, oneSecond);
    return changed === undefined
      ? undefined
      : {
          what: `${changed}, once another principal had asked first`,
          remedy:
            "keep no answer beyond its question; if you must, under the principal it was given to",
        };
  } finally {
    await fresh.dispose();
  }
}

/** Whoever gives up waiting is not kept waiting. */
export async function aborts<C, P extends CreatedPolicy<C>>({
  subject,
  created,
  asker,
  patienceMs,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals, definitions, targets, stall } = subject;
  await stall?.(created);
  const waiting = await waitingAfterAbort((signal) => {
    const scope = scopeOf(principals[0], signal);
    // `read` by itself: behind a `visible` that ends, it would not be asked.
    const asked: NamedCall[] = [
      ["scopeKey", asker.scopeKey(scope)],
      ["discoverMany", asker.discoverMany(definitions, scope)],
      ["decideMany", asker.decideMany(targets, scope)],
    ];
    for (const definition of definitions) {
      asked.push([`discover ${definition.name}`, asker.discover(definition, scope)]);
    }
    for (const target of targets) {
      const matched = asker.scopeFor(target, scope);
      asked.push([`visible ${target.uri}`, asker.visible(target, matched)]);
      asked.push([`read ${target.uri}`, asker.read(target, matched)]);
    }
    return asked;
  }, patienceMs);
  return waiting === undefined ? undefined : stillWaiting(waiting, patienceMs);
}

/** Two principals never share a scope key, nor does anybody unknown share theirs. */
export async function scopeKeys<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals } = subject;
  const remedy =
    "make the key of the principal's whole, unique id and the revision of its permissions, as well-formed text or bytes";
  const keys = await Promise.all(principals.map((context) => asker.scopeKey(scopeOf(context))));
  const bad = keys.find((key) => !/^(?:[\da-f]{2})+$/.test(key));
  if (bad !== undefined) {
    const what = bad === "" ? "empty" : bad;
    return { what: `a principal's scope key is no key: ${what}`, remedy };
  }
  if (keys[0] === keys[1]) return { what: "two principals have one scope key", remedy };
  const unknown: unknown = subject.unknown;
  assertTakenFor(principals, unknown);
  const strangers = await asker.scopeKey(scopeOf(unknown));
  return keys.includes(strangers)
    ? { what: "an unknown context has a principal's scope key", remedy }
    : undefined;
}

/** A right that is taken away between the two rounds of a read is gone in the second. */
export async function revocation<C, P extends CreatedPolicy<C>>({
  subject,
  created,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals, targets, revoke } = subject;
  if (revoke === undefined) return undefined;
  // One operation, and the same scope and target objects in both rounds: what a cache may be keyed by.
  const scope = scopeOf(principals[0]);
  const decide = async (target: ResourceTarget, matched: PolicyScope<C>): Promise<boolean> => {
    const batched = await asker.decideMany([target], scope);
    const singly = await asker.decide(target, matched);
    return permits(singly) || batched.some(([, answer]) => permits(answer));
  };
  for (const target of targets) {
    const matched = asker.scopeFor(target, scope);
    /* oxlint-disable no-await-in-loop -- one target after the other */
    if (!(await decide(target, matched))) continue;
    await revoke(target, created);
    if (!(await decide(target, matched))) return undefined;
    /* oxlint-enable no-await-in-loop */
    return {
      what: `${target.uri} was still permitted after its right had been revoked in the middle of a read`,
      remedy:
        "ask for the rights at every question: a decision kept per request, or for some seconds, answers the re-check with what was true before",
    };
  }
  return {
    what: "no target may be read by the first principal, so that nothing can be revoked",
    remedy: "let the subject name a target that principals[0] may read",
  };
}

/** The same identity in a new object. */
function equalTarget({ uri, representation, authorizationData }: ResourceTarget): ResourceTarget {
  return createTarget({ uri, representation, authorizationData });
}

function difference(
  expected: ReadonlyMap<string, Answer>,
  actual: ReadonlyMap<string, Answer>,
): string | undefined {
  for (const [question, answer] of actual) {
    const before = expected.get(question);
    if (before !== answer) return `"${question}" went from "${before}" to "${answer}"`;
  }
  return undefined;
}
