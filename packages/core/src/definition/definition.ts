/** How long and for whom a client may keep a result (READ-16). A field left out has no say. */
export interface CacheHint {
  /** Milliseconds, an integer >= 0. */
  readonly ttlMs?: number | undefined;
  readonly cacheScope?: "public" | "private" | undefined;
}

/** A hint to the client on whom a resource is for and how much it matters. */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[] | undefined;
  /** 0 (optional) to 1 (required). */
  readonly priority?: number | undefined;
  /** ISO 8601 date-time. */
  readonly lastModified?: string | undefined;
}

/** An icon that a client may show; `src` is an http(s) or data URI. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string | undefined;
  readonly sizes?: readonly string[] | undefined;
  readonly theme?: "light" | "dark" | undefined;
}

/** What a JSON document may hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object, such as `_meta`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What the two kinds of definition share (DEF-1). At most 64 KiB as JSON. */
export interface DefinitionFields {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly annotations?: Annotations | undefined;
  readonly _meta?: JsonObject | undefined;
  /** Never listed: it is the definition's say in `bundle.cache` (READ-16). */
  readonly cache?: CacheHint | undefined;
}

/** A resource as it is listed: one URI. */
export interface ResourceDefinition extends DefinitionFields {
  readonly uri: string;
  readonly uriTemplate?: undefined;
  /** Raw bytes, when known. */
  readonly size?: number | undefined;
}

/** A resource template as it is listed: many URIs. */
export interface ResourceTemplateDefinition extends DefinitionFields {
  readonly uriTemplate: string;
  readonly uri?: undefined;
  readonly size?: undefined;
}

/** Either kind of definition; exactly one of `uri` and `uriTemplate` is there. */
export type AnyDefinition = ResourceDefinition | ResourceTemplateDefinition;
