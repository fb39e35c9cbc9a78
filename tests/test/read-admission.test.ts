import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  publicPolicy,
  textPayload,
} from "@org/resources-core";
import { describe, expect, it } from "vitest";

// Faults that the model found, each as one example.

describe("admission", () => {
  it("[LIM-4] goes on after an item that is over its own encoded limit, though it is over what remains as well", async () => {
    const bodies: Record<string, string> = {
      "item://h/1": "x".repeat(10),
      // Six bytes of payload, over the five that remain; thirty-six bytes encoded, over the limit of an item.
      "item://h/2": "\u0001".repeat(6),
      "item://h/3": "y",
    };
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [
        bundle(
          { uri: "asset://p/a", name: "a" },
          {
            resolve: ({ canonicalUri }) =>
              createReadPlan(
                createTarget({ uri: canonicalUri }),
                Object.keys(bodies).map((uri) => createTarget({ uri })),
              ),
            read: ({ uri }) => textPayload(bodies[uri] ?? "", "text/plain"),
          },
        ),
      ],
      limits: { maxItemEncodedBytes: 75, maxPayloadBytes: 271, reportPayloadBytes: 256 },
    });
    const { items, issues } = await gateway.read("asset://p/a", { context: undefined });
    expect(items.map(({ uri }) => uri)).toEqual(["item://h/1", "item://h/3"]);
    expect(issues.map(({ code }) => code)).toEqual(["budget_exceeded"]);
  });
});
