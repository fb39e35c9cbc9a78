import { PREVIEW } from "../../src/resources/addresses.ts";
import { bundleView, type BundleView } from "./bundle-view.ts";
import { failureOf, NO_WAY, type Failure } from "./failure-words.ts";
import { bundleOfToolResult, errorOfToolResult, type ToolBundle } from "./tool-answer.ts";

/** The ways to the server that a host offers. */
export interface Bridge {
  /** `resources/read`, if the host passes reads on. */
  readonly read?: ((uri: string, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** `show_preview` with everything embedded in its result, if the host passes tool calls on. */
  readonly show?: ((project: string, signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** What a read came to. */
export type Outcome = { readonly view: BundleView } | { readonly failure: Failure };

const METHOD_NOT_FOUND = -32601;

/**
 * Reads a project's bundle by the best way that the host offers: as a resource, by calling the tool again, or out of the
 * tool result that the host has `given`. Never throws.
 */
export async function readProject(
  bridge: Bridge,
  project: string,
  given: unknown,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const requested = addressOf(project);
    const bundle = await bundleOf(bridge, { requested, project, given }, signal);
    if (bundle === undefined) return { failure: NO_WAY };
    return { view: bundleView(bundle, { requested, project }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** A project that no address can be made of does not exist. */
function addressOf(project: string): string {
  try {
    return PREVIEW.expand({ project });
  } catch (cause) {
    throw Object.assign(new Error("no address", { cause }), { data: { reason: "unavailable" } });
  }
}

interface Wanted {
  readonly requested: string;
  readonly project: string;
  readonly given: unknown;
}

async function bundleOf(
  { read, show }: Bridge,
  { requested, project, given }: Wanted,
  signal: AbortSignal,
): Promise<ToolBundle | undefined> {
  if (read !== undefined) {
    try {
      return contentsOf(await read(requested, signal));
    } catch (error) {
      // A host that has said it would pass reads on, and does not.
      if (codeOf(error) !== METHOD_NOT_FOUND) throw error;
    }
  }
  const result = show === undefined ? given : await show(project, signal);
  const bundle = bundleOfToolResult(result);
  if (bundle !== undefined) return bundle;
  const error = errorOfToolResult(result);
  if (error !== undefined || show !== undefined) throw new ToolFailure(error);
  return undefined;
}

/** What a tool said of its failure, as an error says it. */
class ToolFailure extends Error {
  readonly data: unknown;
  constructor(data: unknown) {
    super("the tool failed");
    this.data = data;
  }
}

/** A result without contents is no bundle, whatever else it is. */
function contentsOf(result: unknown): ToolBundle {
  if (typeof result === "object" && result !== null && "contents" in result) {
    const { contents } = result;
    if (Array.isArray(contents)) return { ...result, contents: contents as readonly unknown[] };
  }
  throw new Error("a result without contents");
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
