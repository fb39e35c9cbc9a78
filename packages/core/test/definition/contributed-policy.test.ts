import { describe, expect, it } from "vitest";
import { createResourceGateway } from "../../src/gateway.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { codeOf } from "../failure-of.ts";

describe("a contributed resource", () => {
  it("[FN-5] [case Z8] that discover denies is neither listed, completed nor readable", async () => {
    const calls: string[] = [];
    const contributor = {
      name: "plugin",
      bindings: [
        resource({ uri: "plugin:page", name: "page" }, () => {
          calls.push("page");
          return "page";
        }),
        resourceTemplate(
          {
            uriTemplate: "plugin:/{id}",
            name: "item",
            complete: {
              id: () => {
                calls.push("complete");
                return ["1"];
              },
            },
          },
          () => {
            calls.push("item");
            return "item";
          },
        ),
      ],
    };
    const policy: ResourcePolicy<string> = {
      ...publicPolicy(),
      discover: (_definition, { context }) => context === "insider",
    };
    const gateway = createResourceGateway<string>({ policy, contributors: [contributor] });
    const answersFor = async (context: string): Promise<unknown[]> => [
      (await gateway.list({}, { context })).items.length,
      (await gateway.listTemplates({}, { context })).items.length,
      (
        await gateway.complete(
          { uriTemplate: "plugin:/{id}", variable: "id", value: "" },
          { context },
        )
      ).values,
      await codeOf(gateway.read("plugin:page", { context })),
      await codeOf(gateway.read("plugin:/1", { context })),
    ];
    expect(await answersFor("outsider")).toEqual([0, 0, [], "unavailable", "unavailable"]);
    expect(calls).toEqual([]);
    expect(await answersFor("insider")).toEqual([1, 1, ["1"], "ok", "ok"]);
    expect(calls).toEqual(["complete", "page", "item"]);
  });
});
