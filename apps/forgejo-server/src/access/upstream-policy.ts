import { batchPolicy, type ResourcePolicy } from "@org/resources-core";
import { markdownName, type Entity } from "../entities/entity.ts";
import { Caller } from "../upstream/caller.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";
import { inquire, type ForgejoContext } from "../upstream/inquiry.ts";
import { subjectOf } from "./subject.ts";

/**
 * The gateway's policy: whatever Forgejo answers to the caller's own token, asked anew in every round.
 *
 * What Forgejo refuses is hidden, whatever the reason; where it cannot say, nothing is permitted and the read fails. The
 * templates are no secret, but for a context that is nobody's. An entity and its text are one question.
 */
export function upstreamPolicy(
  client: ForgejoClient,
  entities: readonly Entity[],
): ResourcePolicy<ForgejoContext> {
  const byName = new Map(
    entities.flatMap((entity) => [
      [entity.name, entity],
      [markdownName(entity.name), entity],
    ]),
  );
  return batchPolicy<ForgejoContext>({
    discover: (_definition, { context }) => isKnown(context),
    // Nobody has no key: what asks for one then fails.
    scopeKey: ({ context }) => (isKnown(context) ? context.caller.key : ""),
    decideMany: async (targets, scope) => {
      if (!isKnown(scope.context)) return targets.map(() => ({ visible: false }));
      const inquiry = inquire(client, scope);
      const asked = new Map<string, Promise<boolean>>();
      const permitted = targets.map((target) => {
        const { entity: name, variables } = subjectOf(target, scope.match);
        const key = JSON.stringify([name, variables]);
        const answer = asked.get(key) ?? byName.get(name)?.permits(variables, inquiry);
        if (answer !== undefined) asked.set(key, answer);
        return answer ?? Promise.resolve(false);
      });
      return (await Promise.all(permitted)).map((may) =>
        may ? { visible: true, read: true, discloseIssueUri: true } : { visible: false },
      );
    },
  });
}

/** Types promise a caller; a host's slip must not be a permission. */
function isKnown(context: Partial<ForgejoContext> | null | undefined): context is ForgejoContext {
  return context?.caller instanceof Caller;
}
