import fc from "fast-check";
import { expect } from "vitest";

import {
  escape,
  mutated,
  nearMiss,
  smallRequest,
  smallTemplate,
  template,
  value,
} from "../arbitraries.ts";
import {
  encoded,
  isCapturable,
  partsOf,
  referenceExpansion,
  referenceMatch,
  referenceTemplateFault,
} from "../reference/reference-template.ts";
import { law, type Law, type Subject } from "./law.ts";

function faultOf(subject: Subject, text: string): object | undefined {
  try {
    subject.parseResourceTemplate(text);
    return undefined;
  } catch (error) {
    if (!subject.ResourceTemplateError.is(error)) throw error;
    return { code: error.code, offset: error.offset };
  }
}

function parseAgrees(subject: Subject, text: string): void {
  expect(faultOf(subject, text)).toEqual(referenceTemplateFault(text));
}

const namesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** A template with a value for each of its variables. */
const templateWithValues = template.chain((text) =>
  fc.tuple(
    fc.constant(text),
    fc.array(value, { minLength: namesOf(text).length, maxLength: namesOf(text).length }),
  ),
);

function record(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
}

/** A template with a URI that its structure fits: each variable takes some raw segment. */
const rawSegment = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from("aZ9-.~!:@+%&"), "%2e", "%2F", "%41", "%c3%a9", "%C3", "%zz"),
      escape,
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((texts) => texts.join(""));
const templateWithUri = template.chain((text) =>
  fc
    .tuple(fc.constant(text), fc.array(rawSegment, { minLength: 3, maxLength: 3 }))
    .map(([source, segments]) => {
      let next = 0;
      return [source, source.replace(/\{\w+\}/g, () => segments[next++]!)] as const;
    }),
);

function matchAgrees(subject: Subject, [text, uri]: readonly [string, string]): void {
  const parsed = subject.parseResourceTemplate(text);
  const actual = parsed.match(uri);
  const expected = referenceMatch(text, uri);
  if (expected.status !== "ok") {
    const { status: code } = expected;
    const variable = "variable" in expected ? expected.variable : undefined;
    expect(actual).toEqual({ ok: false, code, ...(variable === undefined ? {} : { variable }) });
    return;
  }
  if (!actual.ok) throw new Error(`${text} does not match ${uri}`);
  expect(Object.entries(actual.variables)).toEqual([...expected.variables]);
  expect(Object.getPrototypeOf(actual.variables)).toBeNull();
  expect(Object.isFrozen(actual.variables)).toBe(true);
  // The canonical form, and that it is idempotent.
  const canonical = parsed.expand(actual.variables);
  expect(canonical).toBe(expected.canonicalUri);
  const again = parsed.match(canonical);
  expect(again).toEqual(actual);
  expect(again.ok && parsed.expand(again.variables)).toBe(canonical);
}

export const templateLaws: readonly Law[] = [
  law(
    "[TPL-1] what the grammar generates is a template",
    template,
    (subject, text) => {
      expect(faultOf(subject, text)).toBeUndefined();
      expect(subject.parseResourceTemplate(text).variableNames).toEqual(namesOf(text));
    },
    500,
  ),
  law(
    "[TPL-2] verdict, code and offset agree with the reference: mutated templates",
    mutated(template),
    parseAgrees,
    1500,
  ),
  law(
    "[TPL-2] verdict, code and offset agree with the reference: near misses",
    nearMiss.map((text) => text.replaceAll("|", "{a}/")),
    parseAgrees,
    1500,
  ),
  law(
    "[TPL-5] expand accepts exactly the values that may be captured, and match gives them back",
    templateWithValues,
    (subject, [text, values]) => {
      const names = namesOf(text);
      const parsed = subject.parseResourceTemplate(text);
      const variables = record(names, values);
      const isFit = values.every((one) => isCapturable(one) && !/\p{Surrogate}/u.test(one));
      if (!isFit) {
        expect(() => parsed.expand(variables)).toThrow(subject.ResourceTemplateError);
        return;
      }
      const uri = parsed.expand(variables);
      expect(uri).toBe(referenceExpansion(text, new Map(Object.entries(variables))));
      expect(subject.isResourceUri(uri)).toBe(true);
      const match = parsed.match(uri);
      if (!match.ok) throw new Error(`${text} does not match its expansion ${uri}`);
      expect(Object.entries(match.variables)).toEqual(names.map((name, i) => [name, values[i]]));
    },
    1000,
  ),
  law(
    "[TPL-3] [TPL-4] matching agrees with the reference, and canonical form is idempotent: URIs that fit",
    templateWithUri,
    matchAgrees,
    1500,
  ),
  law(
    "[TPL-3] [TPL-4] matching agrees with the reference: mutated URIs",
    templateWithUri.chain(([text, uri]) => fc.tuple(fc.constant(text), mutated(fc.constant(uri)))),
    matchAgrees,
    1500,
  ),
  law(
    "[TPL-3] matching agrees with the reference: small worlds",
    fc.tuple(smallTemplate, smallRequest),
    matchAgrees,
    1000,
  ),
  law(
    "[TPL-4] a value is decoded exactly once",
    template.chain((text) =>
      fc.tuple(fc.constant(text), fc.string({ unit: "binary", minLength: 1, maxLength: 3 })),
    ),
    (subject, [text, plain]) => {
      // An escaped text stands for itself when it is escaped again: two levels in, one out.
      const parsed = subject.parseResourceTemplate(text);
      const once = `%${encoded(plain).replaceAll("%", "%25")}x`.slice(1);
      const names = namesOf(text);
      const uri = text.replace(/\{\w+\}/g, () => once);
      const match = parsed.match(uri);
      expect(match).toMatchObject({ ok: true });
      expect(match.ok && Object.values(match.variables)).toEqual(
        names.map(() => `${encoded(plain)}x`),
      );
      expect(partsOf(uri).scheme).toBe(partsOf(text).scheme);
    },
    300,
  ),
];
