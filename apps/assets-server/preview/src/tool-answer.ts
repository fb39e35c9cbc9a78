/** A bundle as a tool's result carries it: embedded contents, or else only a list of what there would be. */
export interface ToolBundle {
  readonly contents: readonly unknown[];
  readonly [key: string]: unknown;
}

/**
 * Takes the bundle out of a result of `show_preview`: its embedded resources, or, where it has none, the items that its
 * structured content lists, without their bodies. `undefined` where it has neither, and for a tool that failed.
 */
export function bundleOfToolResult(result: unknown): ToolBundle | undefined {
  const { isError, content, structuredContent, _meta } = fields(result);
  if (isError === true) return undefined;
  const embedded = listOf(content)
    .filter((block) => fields(block).type === "resource")
    .map((block) => fields(block).resource);
  const { items, about, uri, report } = fields(structuredContent);
  if (embedded.length > 0) return { contents: embedded, _meta };
  if (!Array.isArray(items)) return undefined;
  const aboutItem =
    typeof about === "string" ? [{ uri, mimeType: "text/markdown", text: about }] : [];
  return { contents: [...aboutItem, ...listOf(items)], report };
}

/** Which project a result of `show_preview` is about. */
export function projectOfToolResult(result: unknown): string | undefined {
  const { project } = fields(fields(result).structuredContent);
  return typeof project === "string" ? project : undefined;
}

/** Why a tool failed, where it says so in a form that is meant for programs. */
export function errorOfToolResult(result: unknown): unknown {
  return fields(fields(result).structuredContent).error;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Fields {
  readonly isError?: unknown;
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
  readonly type?: unknown;
  readonly resource?: unknown;
  readonly items?: unknown;
  readonly about?: unknown;
  readonly uri?: unknown;
  readonly report?: unknown;
  readonly project?: unknown;
  readonly error?: unknown;
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value : {};
}
