import { isResourceFailure } from "@org/resources-core";
import { withRead, withBundle, withItems, failingAs } from "./faulty-gateways.ts";
import { A, B, URI, REVOKED, HIDDEN, FAILING, type PlantedFault } from "./fault-scenarios.ts";

/** One more for each law of what is answered, and of what is told on the way. */
export const ANSWERS: readonly PlantedFault[] = [
  {
    name: "tells of nothing that is missing",
    rule: "READ-8",
    says: /0 issues, but 1 visible items are missing/,
    scenario: FAILING,
    create: withBundle(({ warning: _warning, ...bundle }) => ({
      ...bundle,
      issues: [],
      partial: false,
      contents: bundle.items,
    })),
  },
  {
    name: "counts what is hidden in a report of nothing",
    rule: "READ-8",
    says: /only 1 items could be seen/,
    scenario: { uri: URI, items: [A, B], before: [{ hide: B }], failing: [A] },
    create: withRead((read) => async (uri, request) => {
      try {
        return await read(uri, request);
      } catch (error) {
        if (isResourceFailure(error) && error.report !== undefined) {
          const report = { ...error.report, issuesOmitted: 1 };
          Object.defineProperty(error, "report", { value: report });
        }
        throw error;
      }
    }),
  },
  {
    name: "names what is hidden",
    rule: "READ-15",
    says: /asset:\/\/p\/a is hidden, and yet in the result/,
    scenario: HIDDEN,
    create: withBundle((bundle) => ({ ...bundle, _meta: { ...bundle._meta, planned: [A, B] } })),
  },
  {
    name: "names what is not disclosed",
    rule: "READ-12",
    says: /an issue names asset:\/\/p\/a/,
    scenario: FAILING,
    create: withBundle((bundle) => ({
      ...bundle,
      issues: bundle.issues.map((issue) => ({ ...issue, uri: A })),
    })),
  },
  {
    name: "does not say that a result is partial",
    rule: "READ-9",
    says: /partial is false with 1 issues/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...bundle, partial: false })),
  },
  {
    name: "drops the warning",
    rule: "READ-9",
    says: /a warning goes with a partial result alone/,
    scenario: FAILING,
    create: withBundle(({ warning: _warning, ...bundle }) => bundle),
  },
  {
    name: "puts the warning last",
    rule: "READ-9",
    says: /not the warning and then the items/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...bundle, contents: bundle.contents.toReversed() })),
  },
  {
    name: "succeeds with nothing but issues",
    rule: "READ-9",
    says: /nothing is left, and yet the read succeeded/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...withItems(bundle, []), issuesOmitted: 1 })),
  },
  {
    name: "loses an item where a sibling fails",
    rule: "READ-8",
    says: /1 issues, but 2 visible items are missing/,
    scenario: { uri: URI, items: [A, B, "asset://p/c"], failing: [A] },
    create: withBundle((bundle) => withItems(bundle, bundle.items.slice(1))),
  },
  {
    name: "fails where one body fails",
    rule: "READ-9",
    says: /asset:\/\/p\/b was not returned, although nothing spoke against it/,
    scenario: FAILING,
    create: withRead((read) => async (uri, request) => {
      const bundle = await read(uri, request);
      if (bundle.partial) throw new Error("all or nothing");
      return bundle;
    }),
  },
  {
    name: "fails in its own words",
    rule: "READ-14",
    says: /failed as "no failure of a gateway"/,
    scenario: { uri: URI, items: [A], before: [{ deny: URI }] },
    create: withRead((read) => async (uri, request) => {
      try {
        return await read(uri, request);
      } catch {
        throw new Error("forbidden");
      }
    }),
  },
  {
    name: "hides that a body failed",
    rule: "READ-14",
    says: /"unavailable" hides that the body of asset:\/\/p\/a failed/,
    scenario: { uri: URI, items: [A], failing: [A] },
    create: withRead(failingAs("unavailable")),
  },
  {
    name: "says that nothing could be read where nothing was tried",
    rule: "READ-14",
    says: /"no_items", although no visible body failed/,
    scenario: { uri: URI, items: [A], before: [{ deny: A }] },
    create: withRead(failingAs("no_items")),
  },
  {
    name: "tells progress after the end",
    rule: "READ-11",
    says: /progress was told after the end/,
    scenario: REVOKED,
    create: withRead((read) => async (uri, request) => {
      const bundle = await read(uri, request);
      void Promise.resolve()
        .then(() => undefined)
        .then(() => undefined)
        .then(() => undefined)
        .then(() => request.onProgress?.({ completed: 3, total: 3 }))
        .catch(() => undefined);
      return bundle;
    }),
  },
  {
    name: "counts hidden items in progress",
    rule: "READ-11",
    says: /progress said 2 in all, but 1 were permitted at first/,
    scenario: { uri: URI, items: [A, B], before: [{ hide: A }] },
    create: withRead(
      (read) => (uri, request) =>
        read(uri, {
          ...request,
          onProgress: ({ completed }) => request.onProgress?.({ completed, total: 2 }),
        }),
    ),
  },
  {
    name: "tells progress in leaps",
    rule: "READ-11",
    says: /progress said 2 of 2 at step 1/,
    scenario: REVOKED,
    create: withRead(
      (read) => (uri, request) =>
        read(uri, {
          ...request,
          onProgress: ({ total }) => request.onProgress?.({ completed: total, total }),
        }),
    ),
  },
];
