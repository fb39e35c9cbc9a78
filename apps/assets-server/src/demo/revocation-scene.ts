import type { RightsEditor } from "../access/grants.ts";
import { SAMPLE_PRINCIPALS } from "../access/sample-principals.ts";
import { connectAs, REVISIONS } from "./demo-client.ts";
import type { HeldStore } from "./held-store.ts";
import { observeRead, type ReadOutcome } from "./observation.ts";
import { itemNames, missingNames, outcomeName, PREVIEW_URI, PROJECT } from "./rights-scene.ts";
import { difference, mismatch, type Scene } from "./scene.ts";

const [owner] = SAMPLE_PRINCIPALS;
/** Its body has been read when the right to it goes. */
const TAKEN = "earth-at-night.jpg";
/** The read stands here meanwhile. */
const HELD = "rocket.jpg";

/** Rights change while a read is in flight: what was read under the old rights does not go out. */
export async function revocationScene(
  url: URL,
  rights: RightsEditor,
  held: HeldStore,
): Promise<Scene> {
  const client = await connectAs(owner.token, url, REVISIONS[0]);
  const readWhile = async (change: () => Promise<void>): Promise<ReadOutcome> => {
    const { reached, release } = held.hold(HELD);
    const reading = observeRead(client, PREVIEW_URI);
    await Promise.race([reached, reading]);
    await change();
    release();
    return reading;
  };
  try {
    const first = await readWhile(() => rights.revokeAsset(owner.id, PROJECT, TAKEN));
    const second = await readWhile(() => rights.removeRole(owner.id, PROJECT));
    return {
      lines: [
        `While ${owner.name}'s read stands at ${HELD}, a right is taken away:`,
        "",
        `  the right to ${TAKEN}, whose body was already read:`,
        `    ${outcomeName(first)}; ${itemNames(first).includes(TAKEN) ? "it was sent all the same" : "it was not sent"}; reported missing: ${missingNames(first).join(", ") || "nothing"}`,
        "  the role in the project:",
        `    ${outcomeName(second)}; items sent: ${itemNames(second).length}`,
        "",
      ],
      complaints: [
        ...mismatch("a right goes in flight: outcome", "partial", outcomeName(first)),
        ...(itemNames(first).includes(TAKEN)
          ? [`a right goes in flight: sent: ${TAKEN} should not be there`]
          : []),
        ...difference("a right goes in flight: reported missing", [TAKEN], missingNames(first)),
        ...mismatch(
          "a right goes in flight: a warning comes first",
          true,
          first.kind === "bundle" && first.warning !== undefined,
        ),
        ...mismatch(
          "the role goes in flight: outcome",
          "error -32602 Resource not found",
          outcomeName(second),
        ),
        ...difference("the role goes in flight: sent", [], itemNames(second)),
      ],
    };
  } finally {
    await client.close();
  }
}
