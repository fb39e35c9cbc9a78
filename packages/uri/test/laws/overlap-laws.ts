import fc from "fast-check";
import { expect } from "vitest";

import { smallTemplate } from "../arbitraries.ts";
import { matchesStructurally, type Parts, partsOf } from "../reference/reference-template.ts";
import { law, type Law } from "./law.ts";

const isVariable = (segment: string): boolean => segment.startsWith("{");

/** Every URI that the structure of a template allows, its variables taking any of `alphabet`. */
function instances(template: Parts, alphabet: readonly string[]): Parts[] {
  return template.segments
    .reduce<string[][]>(
      (paths, segment) =>
        paths.flatMap((path) =>
          (isVariable(segment) ? alphabet : [segment]).map((text) => [...path, text]),
        ),
      [[]],
    )
    .map((segments) => ({ ...template, segments }));
}

/** Whether some URI over the literal segments of both (and one more) is matched by both. */
function bruteForceOverlap(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)];
  const literals = [...left.segments, ...right.segments].filter(
    (segment) => !isVariable(segment) && segment !== "",
  );
  return instances(left, [...new Set([...literals, "z"])]).some((uri) =>
    matchesStructurally(right, uri),
  );
}

export const overlapLaws: readonly Law[] = [
  law(
    "[SEL-2] overlaps found are those of a brute-force search, and both templates match each witness",
    fc.array(smallTemplate, { maxLength: 6 }),
    (subject, templates) => {
      const expected = templates.flatMap((later, j) =>
        templates
          .slice(0, j)
          .flatMap((earlier) => (bruteForceOverlap(earlier, later) ? [[earlier, later]] : [])),
      );
      const found = subject.findTemplateOverlaps(templates);
      const pairs = found.map(({ templates: pair }) => JSON.stringify(pair));
      expect(pairs.toSorted()).toEqual(expected.map((pair) => JSON.stringify(pair)).toSorted());
      for (const { templates: pair, witness } of found) {
        for (const template of pair) {
          expect(matchesStructurally(partsOf(template), partsOf(witness))).toBe(true);
          const match = subject.parseResourceTemplate(template).match(witness);
          expect(match.ok || match.code).not.toBe("no_match");
        }
        const registrations = [...new Set(pair)].map((uriTemplate) => ({ uriTemplate }));
        if (new Set(pair.map((text) => text.replace(/\{\w+\}/g, "{}").toLowerCase())).size < 2)
          continue;
        expect(subject.createResourceSelector(registrations).survey(witness).outcome.status).toBe(
          "ambiguous",
        );
      }
    },
    1000,
  ),
];
