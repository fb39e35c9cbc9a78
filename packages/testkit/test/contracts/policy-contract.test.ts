import { createTarget, publicPolicy } from "@org/resources-core";
import { describe, expect, it } from "vitest";
import { ContractViolation, policyContract } from "../../src/index.ts";
import { failures } from "./mutant.ts";
import { contractOf, goodPolicy, POLICY_MUTANTS } from "./policy-mutants.ts";
import { describeContract } from "./contract-suite.ts";

describeContract("policy", contractOf(goodPolicy), POLICY_MUTANTS);

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
