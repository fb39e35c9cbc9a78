import { resource } from "@org/resources-core";
import { describe, expect, it } from "vitest";
import { bindingContract } from "../../src/index.ts";
import { BINDING_MUTANTS, goodContract } from "./binding-mutants.ts";
import { describeContract } from "./contract-suite.ts";
import { failures } from "./mutant.ts";

describeContract("binding", goodContract(), BINDING_MUTANTS);

describe("bindingContract", () => {
  const subject = {
    create: () => ({ binding: resource({ uri: "docs://a", name: "a" }, "text") }),
    principals: [{}, {}] as [object, object],
    uris: ["docs://a"],
  };

  it("leaves out what a subject cannot show", () => {
    const all = bindingContract({ ...subject, unknown: undefined, bodiesRead: () => 0 });
    const missing = new Set(all.map(({ name }) => name));
    for (const { name } of bindingContract(subject)) missing.delete(name);
    expect([...missing]).toEqual([
      "binding: planning reads no body",
      "binding: an unknown context is offered no completion",
    ]);
  });

  it("refuses a subject that shows nothing", async () => {
    expect(() => bindingContract({ ...subject, uris: [] })).toThrow(TypeError);
    const [one] = subject.principals;
    const lonely = { ...subject, principals: [one] as unknown as [object, object] };
    expect(() => bindingContract(lonely)).toThrow(TypeError);
    const [first] = bindingContract({ ...subject, uris: ["docs://b"] });
    await expect(first?.run()).rejects.toThrow(/docs:\/\/a is not docs:\/\/b/);
  });

  it("takes a body that changes by itself for what it is", async () => {
    let now = 0;
    const binding = resource({ uri: "docs://a", name: "a" }, () => String((now += 1)));
    expect(await failures(bindingContract({ ...subject, create: () => ({ binding }) }))).toEqual(
      {},
    );
  });

  it("looks for the secrets that the subject names, and for no other", async () => {
    const authorizationData = { word: "text" };
    const binding = resource({ uri: "docs://a", name: "a", authorizationData }, "text");
    const named = { ...subject, create: () => ({ binding }) };
    expect(Object.keys(await failures(bindingContract(named)))).toEqual([
      "binding: authorization data is in no output",
    ]);
    expect(await failures(bindingContract({ ...named, secrets: ["another"] }))).toEqual({});
  });

  it("disposes of every binding that it makes", async () => {
    let living = 0;
    const create = () => {
      living += 1;
      return { ...subject.create(), dispose: () => void (living -= 1) };
    };
    await failures(bindingContract({ ...subject, create }));
    expect(living).toBe(0);
  });
});
