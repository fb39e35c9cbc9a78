import { createTarget, publicPolicy } from "@org/resources-core";
import { describe, expect, it } from "vitest";
import { ContractViolation, policyContract } from "../../src/index.ts";
import { failures } from "./mutant.ts";
import { contractOf, goodPolicy, POLICY_MUTANTS } from "./policy-mutants.ts";

const checks = contractOf(goodPolicy);

describe("[KIT-2] a policy that holds every rule", () => {
  it.each(checks.map(({ name, run }) => [name, run] as const))("passes: %s", async (_name, run) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it("passes with all checks at once", async () => {
    expect(await failures(checks)).toEqual({});
  });
});

describe("[KIT-2] a policy that", () => {
  it.each(POLICY_MUTANTS.map((mutant) => [mutant.breaks, mutant] as const))(
    "%s fails the check for it, and no other",
    async (_breaks, { check, contract }) => {
      const failed = await failures(contract());
      expect(Object.keys(failed)).toEqual([check]);
      const { rule = "" } = checks.find(({ name }) => name === check) ?? {};
      expect(failed[check]).toContain(`${check} (${rule}): `);
      expect(failed[check]).toMatch(/ Remedy: [^ ]/);
    },
  );

  it("has a mutant for every check", () => {
    expect(new Set(POLICY_MUTANTS.map(({ check }) => check))).toEqual(
      new Set(checks.map(({ name }) => name)),
    );
  });
});

describe("policyContract", () => {
  const subject = {
    create: () => ({ policy: publicPolicy() }),
    principals: [{}, {}] as [object, object],
    unknown: undefined,
    definitions: [{ uri: "docs://a", name: "a" }],
    targets: [createTarget({ uri: "docs://a" })],
  };

  it("leaves out what a subject cannot show", () => {
    const withRevoke = policyContract({ ...subject, revoke: () => undefined });
    const missing = new Set(withRevoke.map(({ name }) => name));
    for (const { name } of policyContract(subject)) missing.delete(name);
    expect([...missing]).toEqual(["policy: a revocation between the rounds is seen"]);
  });

  it("refuses a subject that shows nothing", () => {
    expect(() => policyContract({ ...subject, targets: [] })).toThrow(TypeError);
    expect(() => policyContract({ ...subject, definitions: [] })).toThrow(TypeError);
    const [one] = subject.principals;
    const lonely = { ...subject, principals: [one] as unknown as [object, object] };
    expect(() => policyContract(lonely)).toThrow(TypeError);
  });

  it("does not pass a subject of whom nobody may read anything", async () => {
    const policy = { ...publicPolicy(), read: () => false };
    const create = () => ({ policy });
    const closed = policyContract({ ...subject, create, revoke: () => undefined });
    expect(Object.values(await failures(closed)).join("\n")).toMatch(/no target may be read/);
  });

  it("says what is wrong as data, too", async () => {
    const [first] = policyContract(subject);
    const violation: unknown = await first?.run().catch((error: unknown) => error);
    expect(violation).toBeInstanceOf(ContractViolation);
    expect(violation).toMatchObject({
      name: "ContractViolation",
      rule: first?.rule,
      check: first?.name,
    });
  });

  it("disposes of every policy that it makes, also after a failure", async () => {
    let living = 0;
    const create = () => {
      living += 1;
      return { policy: publicPolicy(), dispose: () => void (living -= 1) };
    };
    await failures(policyContract({ ...subject, create }, { patienceMs: 50 }));
    expect(living).toBe(0);
  });
});
