import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { blobPayload, type Payload, textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget, type ResourceTarget } from "../../src/identity/target.ts";
import type { ResourcePolicy, TargetDecision } from "../../src/policy/policy.ts";
import { tooLarge, unavailable } from "../../src/signal.ts";
import { BUNDLE } from "./world.ts";

const RUNS = 200 * Number(process.env["FUZZ_FACTOR"] ?? 1);

/** What an item is like, as far as its caller may see it. */
interface Item {
  readonly visible: readonly [boolean, boolean];
  readonly read: readonly [boolean, boolean];
  readonly disclosed: boolean;
  readonly body: "text" | "blob" | "large" | "tooLarge" | "nothing" | "throws" | "unavailable";
}

/** What no caller may notice: which hidden items there are, what policy is told in private, why something broke. */
interface Privacy {
  readonly hiddenBefore: readonly number[];
  readonly data: string;
  readonly reason: string;
}

const both = fc.tuple(fc.boolean(), fc.boolean());
const item: fc.Arbitrary<Item> = fc.record({
  visible: both,
  read: fc.oneof(both, fc.constant<[boolean, boolean]>([true, true])),
  disclosed: fc.boolean(),
  body: fc.constantFrom(
    "text",
    "text",
    "blob",
    "large",
    "tooLarge",
    "nothing",
    "throws",
    "unavailable",
  ),
});
/** Hidden in one round alone is not hidden: the law is about those hidden in both. */
const seen = item.filter(({ visible }) => visible[0] || visible[1]);
const privacy: fc.Arbitrary<Privacy> = fc.record({
  hiddenBefore: fc.array(fc.nat(6), { maxLength: 5 }),
  data: fc.string(),
  reason: fc.string(),
});

interface Shape {
  readonly items: readonly Item[];
  readonly requestedAt: number | undefined;
  readonly requestedBody: Item["body"];
  readonly isTogether: boolean;
  readonly maxItems: number;
  readonly maxIssues: number;
  readonly cacheScope: "public" | "private";
}

const shape: fc.Arbitrary<Shape> = fc.record({
  items: fc.array(seen, { maxLength: 6 }),
  requestedAt: fc.option(fc.nat(6), { nil: undefined }),
  requestedBody: fc.constantFrom("text", "blob", "throws", "unavailable"),
  isTogether: fc.boolean(),
  maxItems: fc.integer({ min: 1, max: 4 }),
  maxIssues: fc.integer({ min: 1, max: 4 }),
  cacheScope: fc.constantFrom("public", "private"),
});

const PERMITTED: Item = {
  visible: [true, true],
  read: [true, true],
  disclosed: true,
  body: "text",
};
const HIDDEN: Item = { visible: [false, false], read: [true, true], disclosed: true, body: "text" };

function bodyOf(body: Item["body"] | undefined, uri: string, reason: string): unknown {
  if (body === "text") return textPayload(uri, "text/plain", { cache: { ttlMs: 5 } });
  if (body === "blob") return Promise.resolve(blobPayload(new Uint8Array(30), "image/png"));
  if (body === "large") return textPayload("x".repeat(101), "text/plain");
  if (body === "tooLarge") return tooLarge();
  if (body === "unavailable") return unavailable(reason);
  if (body === "throws") return Promise.reject(new Error(reason));
  return undefined;
}

/** All that one caller gets to see of one read, byte for byte. */
async function seenByCaller(of: Shape, secret: Privacy): Promise<string> {
  const requested = createTarget({ uri: BUNDLE, authorizationData: secret.data });
  const scripts = new Map<ResourceTarget, Item>([
    [requested, { ...PERMITTED, body: of.requestedBody }],
  ]);
  const targets = of.items.map((script, at) => {
    const target = createTarget({ uri: `i:${at}`, authorizationData: { [secret.data]: at } });
    scripts.set(target, script);
    return target;
  });
  if (of.requestedAt !== undefined) targets.splice(of.requestedAt, 0, requested);
  for (const [count, at] of secret.hiddenBefore.entries()) {
    const target = createTarget({ uri: `hidden:${count}`, authorizationData: secret.reason });
    scripts.set(target, HIDDEN);
    targets.splice(at, 0, target);
  }
  const progress: unknown[] = [];
  const gateway = createResourceGateway({
    random: (n) => new Uint8Array(n).fill(7),
    limits: {
      maxItems: of.maxItems,
      maxIssues: of.maxIssues,
      maxItemPayloadBytes: 100,
      maxPayloadBytes: 4096 + 150,
    },
    policy: scriptedPolicy(scripts, of.isTogether),
    bindings: [
      bundle(
        { uri: BUNDLE, name: "b", cache: { ttlMs: 9, cacheScope: of.cacheScope } },
        {
          resolve: () => createReadPlan(requested, targets),
          read: (target) =>
            bodyOf(scripts.get(target)?.body, target.uri, secret.reason) as Promise<Payload>,
        },
      ),
    ],
  });
  const onProgress = (step: unknown) => progress.push(step);
  try {
    const result = await gateway.read(BUNDLE, { context: secret, onProgress });
    return JSON.stringify([result, progress]);
  } catch (error) {
    if (!isResourceFailure(error)) throw error;
    return JSON.stringify([error, progress]);
  }
}

/** Answers as the scripts say: by the first round at first, by the second ever after. */
function scriptedPolicy(
  scripts: ReadonlyMap<ResourceTarget, Item>,
  isTogether: boolean,
): ResourcePolicy<unknown> {
  const rounds = new Map<ResourceTarget, 0 | 1>();
  const visible = (target: ResourceTarget) => {
    const round = rounds.has(target) ? 1 : 0;
    rounds.set(target, round);
    const { visible: answers, disclosed } = scripts.get(target) ?? HIDDEN;
    return { visible: answers[round], discloseIssueUri: disclosed };
  };
  const read = (target: ResourceTarget) =>
    (scripts.get(target) ?? HIDDEN).read[rounds.get(target) ?? 0];
  const decideMany = (targets: readonly ResourceTarget[]) =>
    targets.map((target): TargetDecision => {
      const answer = visible(target);
      if (!answer.visible) return { visible: false };
      return { visible: true, read: read(target), discloseIssueUri: answer.discloseIssueUri };
    });
  return {
    discover: () => true,
    visible,
    read,
    scopeKey: () => "k",
    ...(isTogether ? { decideMany } : {}),
  };
}

describe("hidden items", () => {
  it("[READ-15] two worlds that differ only in what is hidden or private are the same to the caller", async () => {
    await fc.assert(
      fc.asyncProperty(shape, privacy, privacy, async (of, one, other) => {
        expect(await seenByCaller(of, one)).toBe(await seenByCaller(of, other));
      }),
      { numRuns: RUNS },
    );
  });
});
