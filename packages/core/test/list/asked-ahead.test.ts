import { describe, expect, it } from "vitest";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { deferred } from "../deferred.ts";
import { discovering, numbered } from "./registered.ts";

const request = { context: undefined };

function numberOf({ uri }: { readonly uri?: string | undefined }): number {
  return Number(uri?.slice(2));
}

async function outcomeOf(
  promise: Promise<{ readonly items: readonly unknown[] }>,
): Promise<unknown> {
  try {
    return (await promise).items.length;
  } catch (error) {
    return isResourceFailure(error) ? error.code : error;
  }
}

describe("a throw for an entry behind the page", () => {
  it("[LST-1] is never asked for where answers come at once", async () => {
    const policy = discovering((definition) => {
      if (numberOf(definition) === 3) throw new Error("broken");
      return true;
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(9) });
    expect(await outcomeOf(gateway.list({ pageSize: 2 }, request))).toBe(2);
    // The one that decides whether there is a further page is asked for.
    expect(await outcomeOf(gateway.list({ pageSize: 3 }, request))).toBe("policy_failed");
  });

  it.each([
    ["before the page is whole", true, "policy_failed"],
    ["after it", false, 2],
  ] as const)("[LST-1] [READ-10] where answers come late, %s", async (_, isFirst, outcome) => {
    const [broken, needed] = [deferred<boolean>(), deferred<boolean>()];
    const policy = discovering((definition) => {
      const number = numberOf(definition);
      if (number === 1) return needed.promise;
      return number === 5 ? broken.promise : Promise.resolve(true);
    });
    const gateway = createResourceGateway({ policy, bindings: numbered(9) });
    const listing = outcomeOf(gateway.list({ pageSize: 2 }, request));
    await new Promise(setImmediate);
    if (isFirst) broken.reject(new Error("broken"));
    await new Promise(setImmediate);
    needed.resolve(true);
    await new Promise(setImmediate);
    broken.reject(new Error("broken"));
    expect(await listing).toBe(outcome);
  });
});

it("[LST-1] [READ-10] once a page has failed, nobody is asked any more, whoever answers late", async () => {
  const answers = Array.from({ length: 20 }, () => deferred<boolean>());
  let asked = 0;
  const policy = discovering((definition) => {
    asked += 1;
    return answers[numberOf(definition)]?.promise;
  });
  const gateway = createResourceGateway({
    policy,
    bindings: numbered(20),
    limits: { policyConcurrency: 4 },
  });
  const listing = outcomeOf(gateway.list({}, request));
  await new Promise(setImmediate);
  expect(asked).toBe(4);
  answers[2]?.reject(new Error("broken"));
  expect(await listing).toBe("policy_failed");
  for (const answer of [answers[0], answers[1], answers[3]]) answer?.resolve(true);
  await new Promise(setImmediate);
  expect(asked).toBe(4);
});
