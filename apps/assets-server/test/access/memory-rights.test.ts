import { describe, expect, it } from "vitest";
import { memoryRights } from "../../src/access/memory-rights.ts";

const grants = {
  roles: [
    { principal: "o", project: "p", role: "owner" },
    { principal: "v", project: "p", role: "viewer" },
    { principal: "v", project: "a", role: "member" },
  ],
  restricted: [{ project: "p", asset: "secret" }],
  revoked: [{ principal: "o", project: "p", asset: "taken" }],
} as const;

describe("memoryRights", () => {
  it("gives nothing without a role, not even to one who has a role elsewhere", async () => {
    const rights = memoryRights(grants);
    expect(await rights.onProject("nobody", "p")).toBe("hidden");
    expect(await rights.onAsset("nobody", "p", "plain")).toBe("hidden");
    expect(await rights.onAsset("o", "a", "plain")).toBe("hidden");
  });

  it("hides restricted assets from viewers of that project alone", async () => {
    const rights = memoryRights(grants);
    expect(await rights.onAsset("v", "p", "secret")).toBe("hidden");
    expect(await rights.onAsset("v", "a", "secret")).toBe("readable");
    expect(await rights.onAsset("o", "p", "secret")).toBe("readable");
  });

  it("leaves a revoked asset visible, to that principal alone", async () => {
    const rights = memoryRights(grants);
    expect(await rights.onAsset("o", "p", "taken")).toBe("visible");
    expect(await rights.onAsset("v", "p", "taken")).toBe("readable");
  });

  it("names a principal's own projects, in order", async () => {
    const rights = memoryRights(grants);
    expect(await rights.projects("v")).toEqual(["a", "p"]);
    expect(await rights.projects("nobody")).toEqual([]);
  });

  it("changes a principal's revision with each change of their rights, and nobody else's", async () => {
    const rights = memoryRights(grants);
    const before = [await rights.revision("o"), await rights.revision("v")];
    rights.revokeAsset("o", "p", "plain");
    const between = await rights.revision("o");
    rights.removeRole("o", "p");
    expect(new Set([before[0], between, await rights.revision("o")]).size).toBe(3);
    expect(await rights.revision("v")).toBe(before[1]);
    expect(await rights.onAsset("o", "p", "plain")).toBe("hidden");
  });

  it("does not take one name for another, whatever they hold", async () => {
    const rights = memoryRights({ roles: grants.roles, restricted: [], revoked: [] });
    rights.revokeAsset("v", "p", 'x","y');
    expect(await rights.onAsset("v", "p", "x")).toBe("readable");
    expect(await rights.onAsset("v", 'p","x', "y")).toBe("hidden");
  });
});
