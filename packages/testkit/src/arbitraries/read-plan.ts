import {
  blobPayload,
  createReadPlan,
  createTarget,
  type JsonObject,
  type Payload,
  type ReadPlan,
  type ResourceTarget,
  textPayload,
} from "@org/resources-core";
import fc from "fast-check";
import { resourceUri } from "./resource-uri.ts";
import { oneOf } from "./uri-parts.ts";

/** How many items a {@link readPlan} may have. */
export interface PlanConstraints {
  readonly minItems?: number | undefined;
  /** Default 5. */
  readonly maxItems?: number | undefined;
}

/** Makes targets of valid URIs, some with a representation, some with private JSON (KIT-3). */
export function target(): fc.Arbitrary<ResourceTarget> {
  return targetParts(resourceUri()).map((parts) => createTarget(parts));
}

function targetParts(uri: fc.Arbitrary<string>) {
  return fc.record({
    uri,
    representation: oneOf(
      { weight: 3, arbitrary: fc.constant("") },
      fc.string({ unit: "grapheme", maxLength: 5 }),
    ),
    authorizationData: oneOf(
      { weight: 2, arbitrary: fc.constant(undefined) },
      fc.jsonValue({ maxDepth: 2 }),
    ),
  });
}

/**
 * Makes plans of distinct items (KIT-3); the requested target is among them in half of the plans, and a plan may be
 * empty.
 */
export function readPlan(constraints: PlanConstraints = {}): fc.Arbitrary<ReadPlan> {
  const { minItems = 0, maxItems = Math.max(5, minItems) } = constraints;
  return fc
    .uniqueArray(targetParts(resourceUri()), {
      minLength: minItems + 1,
      maxLength: maxItems + 1,
      selector: ({ uri }) =>
        uri.slice(0, uri.indexOf(":")).toLowerCase() + uri.slice(uri.indexOf(":")),
    })
    .chain((all) => {
      const [requested, ...items] = all.map((parts) => createTarget(parts));
      if (requested === undefined) throw new RangeError("a plan has a requested target");
      // The requested target takes the place of an item, if it is one.
      const places = items.map((_, at) => createReadPlan(requested, items.with(at, requested)));
      return fc.constantFrom(createReadPlan(requested, items), ...places);
    });
}

/** What a payload is made of, for counterexamples that show it all. */
export type PayloadSource = {
  readonly mimeType: string;
  readonly _meta?: JsonObject | undefined;
} & ({ readonly text: string } | { readonly bytes: Uint8Array });

/** Makes what payloads are made of: {@link payloadOf} makes the payload. */
export function payloadSource(): fc.Arbitrary<PayloadSource> {
  const mimeType = fc.constantFrom(
    "text/plain",
    "application/json",
    "text/html;profile=mcp-app",
    "image/png",
    "application/octet-stream",
  );
  const rest = {
    mimeType,
    _meta: oneOf(
      { weight: 3, arbitrary: fc.constant(undefined) },
      fc.dictionary(fc.constantFrom("a", "example.com/b"), fc.integer(), { maxKeys: 2 }),
    ),
  };
  return oneOf<PayloadSource>(
    fc.record({ ...rest, text: fc.string({ unit: "grapheme", maxLength: 20 }) }),
    fc.record({ ...rest, bytes: fc.uint8Array({ maxLength: 20 }) }),
  );
}

/** Makes the payload of its source. */
export function payloadOf(source: PayloadSource): Payload {
  const { mimeType, _meta } = source;
  return "text" in source
    ? textPayload(source.text, mimeType, { _meta })
    : blobPayload(source.bytes, mimeType, { _meta });
}

/** Makes payloads, text and bytes, empty ones too (KIT-3). A counterexample does not show bytes: {@link payloadSource} does. */
export function payload(): fc.Arbitrary<Payload> {
  return payloadSource().map(payloadOf);
}
