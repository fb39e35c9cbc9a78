import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENTS, serveHttp, type Content, type Served, type TestClient } from "./clients.ts";
import {
  scenery,
  startRecordedForgejo,
  TOKENS,
  type Fault,
  type RecordedForgejo,
} from "./recorded-forgejo.ts";
import { SYNTHETIC } from "./synthetic-answers.ts";

const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);
const numRuns = Math.ceil(40 * factor);
const { commits, comments, issues, pulls, users } = scenery;
const MAIN = "forgejo://repo/paper-mill/almanac";

const READ = [
  `forgejo://owner/${users.owner}`,
  MAIN,
  `${MAIN}/commit/${commits.message}`,
  `${MAIN}/commit/${commits.manyStatuses}/status`,
  `${MAIN}/issue/${issues.busy}`,
  `${MAIN}/pr/${pulls.reviewed}`,
  `${MAIN}/issue/${issues.quiet}/comment/${comments.quiet}`,
];

const WORDS_OF_FAULTS = /nginx|10\.0\.0\.7|short and stout|Forbidden|169\.254|slow down|token-of/u;

/** Any answer in the place of the true one, or the true one broken. */
const faults: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...Object.values(SYNTHETIC))
      .map((answer): Fault => ({ kind: "answer", answer })),
  },
  fc.nat({ max: 900 }).map((afterBytes): Fault => ({ kind: "cut", afterBytes })),
  fc
    .constantFrom("0", "1", "31", "4000000000", "-1", "many", "")
    .map((total): Fault => ({ kind: "headers", headers: { "x-total-count": total } })),
);

let forgejo: RecordedForgejo;
let served: Served;
let client: TestClient;
const healthy = new Map<string, readonly Content[]>();
beforeAll(async () => {
  forgejo = await startRecordedForgejo();
  served = await serveHttp(new URL(forgejo.url));
  // This one keeps nothing of what it has read.
  client = await CLIENTS["sdk 1.32.2, HTTP, 2025-11-25"](served, served.url, TOKENS.other);
  // oxlint-disable-next-line no-await-in-loop
  for (const uri of READ) healthy.set(uri, await client.read(uri));
});
afterAll(async () => {
  await client.close();
  await served.close();
  await forgejo[Symbol.asyncDispose]();
});

it(
  "whatever answers one call of a read, once or for good: the healthy content, a part of it that says so, or a refusal, without a word of it",
  async () => {
    let met = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...READ),
        faults,
        fc.nat({ max: 5 }),
        fc.boolean(),
        async (uri, fault, call, forGood) => {
          const seenBefore = forgejo.seen.length;
          let path: string | undefined;
          let times = 0;
          forgejo.fault = (seen) => {
            if (forgejo.seen.length - seenBefore - 1 === call) path ??= seen.path;
            if (seen.path !== path || (times > 0 && !forGood)) return undefined;
            times += 1;
            return fault;
          };
          const outcome = await client.read(uri).catch((error: unknown) => error as Error);
          forgejo.fault = () => undefined;
          if (times > 0) met += 1;
          // An organisation is told from a user by Forgejo's 404 alone: here it says what it means.
          if (path?.startsWith("/api/v1/orgs/") === true) return;
          expect(JSON.stringify(wordsOf(outcome))).not.toMatch(WORDS_OF_FAULTS);
          if (outcome instanceof Error) return;
          const warned = outcome[0]?.uri.startsWith("mcp-warning:") === true;
          const told = rowsIn(warned ? outcome.slice(1) : outcome);
          const all = rowsIn(healthy.get(uri) ?? []);
          expect(all).toEqual(expect.arrayContaining([...told]));
          expect(told.length < all.length).toBe(warned);
        },
      ),
      {
        numRuns,
        // Found once: an object of another shape was taken for a status without any row.
        examples: [
          [
            `${MAIN}/commit/${commits.manyStatuses}/status`,
            { kind: "answer", answer: SYNTHETIC.okButOtherShape },
            2,
            false,
          ],
        ],
      },
    );
    // About half of the runs meet their fault: reads differ in how often they call. None would mean that nothing was tried.
    expect(met).toBeGreaterThan(numRuns / 8);
  },
  60_000 * Math.max(1, factor),
);

/** The contents, without what counts their rows: a total that lies may be told on, but no row is lost by it. */
function rowsIn(contents: readonly Content[]): readonly string[] {
  return contents.map(({ text }) =>
    text.replaceAll(/"(total|sentinel|truncated|shown|total_count)":("[^"]*"|\w+),?/gu, ""),
  );
}

function wordsOf(outcome: readonly Content[] | Error): unknown {
  if (!(outcome instanceof Error)) return outcome;
  return [outcome.message, "data" in outcome ? outcome.data : undefined];
}
