import fc from "fast-check";
import { expect } from "vitest";

import {
  denseRequest,
  denseTemplate,
  smallRequest,
  smallTemplate,
  smallUri,
} from "../arbitraries.ts";
import { partsOf } from "../reference/reference-template.ts";
import { type ReferenceEntry, referenceSelect } from "../reference/reference-selector.ts";
import { referenceVerdict } from "../reference/reference-uri.ts";
import { law, type Law, type Subject } from "./law.ts";

const identity = (entry: ReferenceEntry): string => {
  const text = "uri" in entry ? entry.uri : entry.uriTemplate.replace(/\{\w+\}/g, "{}");
  const { scheme, ...rest } = partsOf(text);
  return JSON.stringify([scheme, rest]);
};

/** Registrations that may live together: valid, no duplicates (SEL-2). */
const entries: fc.Arbitrary<readonly ReferenceEntry[]> = fc.uniqueArray(
  fc.oneof(
    { weight: 3, arbitrary: smallTemplate.map((uriTemplate) => ({ uriTemplate })) },
    {
      weight: 2,
      arbitrary: smallUri
        .filter((uri) => referenceVerdict(uri) === undefined)
        .map((uri) => ({ uri })),
    },
  ),
  { maxLength: 8, selector: identity },
);

const denseEntries: fc.Arbitrary<readonly ReferenceEntry[]> = fc.uniqueArray(
  fc.oneof(
    { weight: 5, arbitrary: denseTemplate.map((uriTemplate) => ({ uriTemplate })) },
    { weight: 1, arbitrary: denseRequest.map((uri) => ({ uri })) },
  ),
  { maxLength: 6, selector: identity },
);

const worldWithRequests = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(entries, fc.array(smallRequest, { minLength: 1, maxLength: 12 })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(denseEntries, fc.array(denseRequest, { minLength: 1, maxLength: 6 })),
  },
);

interface Answer {
  readonly status: string;
  readonly candidates: readonly ReferenceEntry[];
  readonly variable?: string | undefined;
  readonly variables?: object;
  readonly canonicalUri?: string;
}

/** What a selector says, each of its ways asked, and that they agree. */
function answer(subject: Subject, world: readonly ReferenceEntry[], request: string): Answer {
  const selector = subject.createResourceSelector(world);
  const { candidates, outcome } = selector.survey(request);
  expect(selector.candidates(request)).toEqual(candidates);
  if (outcome.status === "selected") {
    const { entry, variables, canonicalUri } = outcome.selection;
    expect(selector.select(request)).toEqual(outcome.selection);
    expect([entry]).toEqual(candidates);
    return { status: "selected", candidates, variables: { ...variables }, canonicalUri };
  }
  if (outcome.status === "none") {
    expect(selector.select(request)).toBeUndefined();
    return { status: "none", candidates };
  }
  const expected =
    outcome.status === "ambiguous" ? subject.AmbiguousResourceError : subject.ResourceCaptureError;
  expect(() => selector.select(request)).toThrow(expected);
  return outcome.status === "ambiguous"
    ? { status: "ambiguous", candidates }
    : { status: "invalid_capture", candidates, variable: outcome.variable };
}

const upper = (text: string): string => text.replace(/^[a-z]/, (c) => c.toUpperCase());
const sorted = (list: readonly ReferenceEntry[]): string[] => list.map(identity).toSorted();

export const selectorLaws: readonly Law[] = [
  law(
    "[SEL-1] selection agrees with trying every registration one by one, canonical comparison included",
    worldWithRequests,
    (subject, [world, requests]) => {
      for (const request of requests) {
        const actual = answer(subject, world, request);
        const expected = referenceSelect(world, request);
        expect({ ...actual, candidates: sorted(actual.candidates) }).toEqual({
          ...expected,
          candidates: sorted(expected.candidates),
        });
      }
    },
    1500,
  ),
  law(
    "[SEL-1] the order of registration makes no difference",
    worldWithRequests,
    (subject, [world, requests]) => {
      for (const request of requests) {
        const there = answer(subject, world, request);
        const back = answer(subject, world.toReversed(), request);
        expect({ ...back, candidates: sorted(back.candidates) }).toEqual({
          ...there,
          candidates: sorted(there.candidates),
        });
      }
    },
    300,
  ),
  law(
    "[SEL-1] [TPL-5] the canonical URI selects the same entry, and is its own canonical URI",
    worldWithRequests,
    (subject, [world, requests]) => {
      const selector = subject.createResourceSelector(world);
      for (const request of requests) {
        const { outcome } = selector.survey(request);
        if (outcome.status !== "selected") continue;
        expect(selector.select(outcome.selection.canonicalUri)).toEqual(outcome.selection);
      }
    },
    700,
  ),
  law(
    "[SEL-2] a second registration of the same identity is refused, whatever its spelling",
    fc.tuple(
      entries.filter((list) => list.length > 0),
      fc.nat(),
    ),
    (subject, [world, place]) => {
      const one = world[place % world.length]!;
      const twin =
        "uri" in one
          ? { uri: upper(one.uri) }
          : { uriTemplate: upper(one.uriTemplate).replace(/\{(\w+)\}/g, "{$1_}") };
      expect(() => subject.createResourceSelector([...world, twin])).toThrow(TypeError);
    },
    300,
  ),
];
