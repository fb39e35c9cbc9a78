import { describe, expect, test } from "vitest";
import { checkCompletions } from "../src/misuse.ts";
import { type LowLevelServer, storedHandlers } from "../src/server-seam.ts";

/** A server of some future SDK release, which keeps its handlers out of reach. Today's cannot be made to. */
const opaque: LowLevelServer = {
  registerCapabilities: () => undefined,
  assertCanSetRequestHandler: () => {
    throw new Error("A request handler for completion/complete already exists");
  },
  setRequestHandler: () => undefined,
};

describe("[SDK-1] an SDK that hides its handlers", () => {
  test("has none that could be kept", () => {
    expect(storedHandlers(opaque)).toBeUndefined();
    expect(storedHandlers({ ...opaque, _requestHandlers: {} })).toBeUndefined();
  });

  test("makes an existing completion handler an error that names the option", () => {
    expect(() => checkCompletions(opaque, undefined)).toThrow(
      /register prompts with completion before attachResources.*completions: \{ prompts \}.*completions: false/,
    );
    expect(() =>
      checkCompletions(opaque, { prompts: () => ({ completion: { values: [] } }) }),
    ).not.toThrow();
  });
});
