import type { Answer, NamedAnswer } from "./ask-policy.ts";
import { scopeOf } from "./calling-scope.ts";
import type { Finding } from "./contract-check.ts";
import type { CreatedPolicy } from "./policy-subject.ts";
import type { PolicyTrial } from "./policy-trial.ts";

/** A batch decides as the single questions do, target by target, under one match. */
export async function batchAgreement<C, P extends CreatedPolicy<C>>({
  subject,
  asker,
}: PolicyTrial<C, P>): Promise<Finding | undefined> {
  const { principals, definitions, targets } = subject;
  for (const context of principals) {
    const scope = scopeOf(context);
    const pairs: readonly (readonly [NamedAnswer, () => Promise<Answer>])[] = [
      // oxlint-disable-next-line no-await-in-loop -- one caller after the other
      ...zip(await asker.discoverMany(definitions, scope), definitions, (definition) =>
        asker.discover(definition, scope),
      ),
      // oxlint-disable-next-line no-await-in-loop -- one caller after the other
      ...zip(await asker.decideMany(targets, scope), targets, (target) =>
        asker.decide(target, asker.scopeFor(targets[0] ?? target, scope)),
      ),
    ];
    for (const [[question, answer], askSingly] of pairs) {
      // oxlint-disable-next-line no-await-in-loop -- one question after the other
      const singly = await askSingly();
      if (singly !== answer) {
        return {
          what: `"${question}" gave "${answer}" where the single question gives "${singly}"`,
          remedy:
            "derive one from the other (batchPolicy() does), and answer once a target, in the order of the targets",
        };
      }
    }
  }
  return undefined;
}

function zip<T>(
  answers: readonly NamedAnswer[],
  about: readonly T[],
  ask: (about: T) => Promise<Answer>,
): (readonly [NamedAnswer, () => Promise<Answer>])[] {
  return about.flatMap((one, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [[answer, () => ask(one)] as const];
  });
}
