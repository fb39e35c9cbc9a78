import { parseResourceTemplate, parseResourceUri } from "@org/resources-uri";
import { copyHostJsonObject } from "../host-json.ts";
import { definitionFaults } from "./definition-schema.ts";
import type { AnyDefinition, JsonObject } from "./definition.ts";
import { assertMetaKeys } from "./meta-keys.ts";

/** A definition's own size, as JSON (LIM-2). */
const MAX_DEFINITION_BYTES = 65_536;
/** The largest `maxUriBytes` there is; the registry holds definitions to the gateway's own. */
const MAX_URI_BYTES = 8192;

const FIELDS = [
  "uri",
  "uriTemplate",
  "name",
  "title",
  "description",
  "mimeType",
  "icons",
  "annotations",
  "size",
  "_meta",
  "cache",
] as const;
const KNOWN: ReadonlySet<string> = new Set(FIELDS);

/**
 * Copies and validates a definition: each field is read once, the copy is frozen plain data (DEF-1).
 *
 * `beside` are keys that stand in the same options object and belong to someone else.
 * Throws a `TypeError` naming the definition and the field.
 */
export function createDefinition(
  options: unknown,
  beside: ReadonlySet<string> = new Set(),
): AnyDefinition {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("A resource definition must be an object");
  }
  const fields: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value: unknown = Reflect.get(options, field);
    if (value !== undefined) fields[field] = value;
  }
  const what = nameOf(fields);
  for (const key of Object.keys(options)) {
    if (!KNOWN.has(key) && !beside.has(key)) {
      throw new TypeError(`${what}: there is no field ${JSON.stringify(key.slice(0, 80))}`);
    }
  }
  if ((fields["uri"] === undefined) === (fields["uriTemplate"] === undefined)) {
    throw new TypeError(`${what}: exactly one of uri and uriTemplate must be given`);
  }
  const copy = copyHostJsonObject(fields, { name: what, maxBytes: MAX_DEFINITION_BYTES }).value;
  const faults = definitionFaults(copy);
  if (faults.length > 0) throw new TypeError(`${what}: ${faults.join("; ")}`);
  if (!isDefinition(copy)) throw new TypeError(`${what}: not a definition`);
  const { _meta: meta } = copy;
  if (meta !== undefined) assertMetaKeys(meta, `${what}: _meta`);
  assertIdentity(copy, what);
  return copy;
}

/** How an error names a definition: by its URI or template, else by its name. */
export function nameOf(definition: {
  readonly uri?: unknown;
  readonly uriTemplate?: unknown;
  readonly name?: unknown;
}): string {
  for (const key of ["uri", "uriTemplate", "name"] as const) {
    const value = definition[key];
    if (typeof value === "string" && value !== "") {
      const shown = value.length > 200 ? `${value.slice(0, 200)}…` : value;
      return `Resource definition ${JSON.stringify(shown)}`;
    }
  }
  return "Resource definition without a URI";
}

/** The schema has just said so; this tells the compiler. */
function isDefinition(copy: JsonObject): copy is JsonObject & AnyDefinition {
  return typeof copy["name"] === "string";
}

function assertIdentity(definition: AnyDefinition, what: string): void {
  try {
    if (definition.uri === undefined) {
      parseResourceTemplate(definition.uriTemplate, { maxBytes: MAX_URI_BYTES });
    } else {
      parseResourceUri(definition.uri, { maxBytes: MAX_URI_BYTES });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "invalid";
    throw new TypeError(`${what}: ${reason}`, { cause: error });
  }
}
