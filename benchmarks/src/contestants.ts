/** The matchers that P3, P4 and P5 compare, each wrapped so that it answers the index of the registration. */
import { UriTemplate as UriTemplateV1 } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import { UriTemplate as UriTemplateV2 } from "@modelcontextprotocol/server";
import { createResourceSelector } from "@org/resources-uri";
import findMyWay from "find-my-way";
import { Memoirist } from "memoirist";

import type { TimedSide } from "./case.ts";
import type { Question, Registration } from "./corpora/template-sets.ts";
import { ownLoop } from "./own-loop.ts";

/** Answers the index of the one registration that matches, or -1; the captures have been made. */
export type Matcher = (question: Question) => number;

export function ours(registrations: readonly Registration[], maxBytes?: number): Matcher {
  const selector = createResourceSelector(
    registrations.map(({ template }, index) => ({ uriTemplate: template, index })),
    maxBytes === undefined ? {} : { maxBytes },
  );
  return ({ uri }) => selector.select(uri)?.entry.index ?? -1;
}

/** Elysia's router: a radix tree, no ambiguity detection, captures left encoded. */
export function memoirist(registrations: readonly Registration[]): Matcher {
  const router = new Memoirist<number>();
  for (const [index, { route }] of registrations.entries()) router.add("GET", route, index);
  return ({ path }) => router.find("GET", path)?.store ?? -1;
}

/** Fastify's router. */
export function findMyWayRouter(registrations: readonly Registration[]): Matcher {
  const router = findMyWay({ maxParamLength: 100_000 });
  for (const [index, { route }] of registrations.entries())
    router.on("GET", route, () => undefined, { index });
  return ({ path }) => {
    const found = router.find("GET", path);
    return found === null ? -1 : (found.store as { index: number }).index;
  };
}

/** What `McpServer` of SDK v1 does on each read: every template in turn, first match wins. */
export function sdkV1(registrations: readonly Registration[]): Matcher {
  const templates = registrations.map(({ template }) => new UriTemplateV1(template));
  return ({ uri }) => templates.findIndex((template) => template.match(uri) !== null);
}

/** The same in SDK v2. */
export function sdkV2(registrations: readonly Registration[]): Matcher {
  const templates = registrations.map(({ template }) => new UriTemplateV2(template));
  return ({ uri }) => templates.findIndex((template) => template.match(uri) !== null);
}

/** A timed side out of a matcher. Every answer is checked against the owed one before any timing. */
export function matching(name: string, match: Matcher, questions: readonly Question[]): TimedSide {
  return {
    name,
    operations: questions.length,
    answers: () => {
      const wrong = questions.find((question) => match(question) !== question.expected);
      if (wrong !== undefined) {
        throw new Error(
          `${name} answers ${match(wrong)} for ${wrong.uri}; owed: ${wrong.expected}`,
        );
      }
      const misses = questions.filter(({ expected }) => expected === -1).length;
      return `${questions.length - misses} found, ${misses} rightly not`;
    },
    batch: ownLoop(questions, match),
  };
}
