import { createResourceGateway, isResourceFailure, resource } from "@org/resources-core";
import { expect, it } from "vitest";
import { fakeBinding, fakePolicy, type FakePolicy } from "../../src/index.ts";

const A = "asset://p/a";
const B = "asset://p/b";

/** What a bundle of A and B gives under a policy: the items, then the issues; or the code of its failure. */
async function outcome(policy: FakePolicy): Promise<unknown> {
  const binding = fakeBinding({ uri: "bundle://p", items: { [A]: "a", [B]: "b" } });
  const gateway = createResourceGateway({ policy, bindings: [binding] });
  try {
    const { items, issues } = await gateway.read("bundle://p", { context: {} });
    return [items.map(({ uri }) => uri), issues.map(({ code, uri }) => [code, uri])];
  } catch (error) {
    if (!isResourceFailure(error)) throw error;
    return error.code;
  }
}

it("[KIT-1] a fake policy permits what no rule refuses", async () => {
  expect(await outcome(fakePolicy())).toEqual([[A, B], []]);
});

it("[KIT-1] a fake policy hides by URI, without a trace", async () => {
  expect(await outcome(fakePolicy().hide(A))).toEqual([[B], []]);
});

it("[KIT-1] a fake policy denies by URI, and discloses what it is told to", async () => {
  const issues = [["unavailable", undefined]];
  expect(await outcome(fakePolicy().deny(A))).toEqual([[B], issues]);
  expect(await outcome(fakePolicy().deny(A).disclose(A))).toEqual([[B], [["unavailable", A]]]);
});

it("[KIT-1] a fake policy conceals a definition", async () => {
  expect(await outcome(fakePolicy().conceal("bundle://p"))).toBe("unavailable");
  expect(await outcome(fakePolicy().conceal("bundle://p", { after: 1 }))).toBe("unavailable");
  expect(await outcome(fakePolicy().conceal("bundle://p", { after: 2 }))).toEqual([[A, B], []]);
});

it("[KIT-1] a fake policy's rules hold in one round, where they say so", async () => {
  // Hidden at first, visible finally: told as missing, and never read late.
  const first = fakePolicy().hide(A, { round: 1 });
  expect(await outcome(first)).toEqual([[B], [["unavailable", undefined]]]);
  expect(await outcome(fakePolicy().hide(A, { round: 2 }))).toEqual([[B], []]);
  const second = fakePolicy().deny(A, { round: 2 });
  expect(await outcome(second)).toEqual([[B], [["unavailable", undefined]]]);
});

it("[KIT-1] a fake policy revokes after so many answers", async () => {
  expect(await outcome(fakePolicy().deny(A, { after: 2 }))).toEqual([[A, B], []]);
  expect(await outcome(fakePolicy().deny(A, { after: 1 }))).toEqual([
    [B],
    [["unavailable", undefined]],
  ]);
});

it("[KIT-1] a fake policy's rules change at any time, and permit drops them all", async () => {
  const policy = fakePolicy().hide(A).deny(A).conceal("bundle://p");
  expect(await outcome(policy)).toBe("unavailable");
  expect(await outcome(policy.permit("bundle://p"))).toEqual([[B], []]);
  expect(await outcome(policy.permit(A))).toEqual([[A, B], []]);
});

it("[KIT-1] a fake policy records every question with its round and answer", async () => {
  const policy = fakePolicy().deny(A, { round: 2 });
  const binding = resource({ uri: A, name: "a" }, "text");
  const gateway = createResourceGateway({ policy, bindings: [binding] });
  await expect(gateway.read(A, { context: {} })).rejects.toMatchObject({ code: "unavailable" });
  const [{ operationId } = { operationId: "" }] = policy.calls;
  expect(policy.calls).toEqual([
    { question: "discover", about: A, operationId, answer: true },
    { question: "visible", about: A, round: 1, operationId, answer: true },
    { question: "read", about: A, round: 1, operationId, answer: true },
    { question: "visible", about: A, round: 2, operationId, answer: true },
    { question: "read", about: A, round: 2, operationId, answer: false },
  ]);
});

it("[KIT-1] a fake policy has one scope key, or one by scope", async () => {
  const bindings = [resource({ uri: A, name: "a" }, "text")];
  const keys = [];
  for (const policy of [fakePolicy(), fakePolicy({ scopeKey: ({ context }) => String(context) })]) {
    const gateway = createResourceGateway({ policy, bindings });
    // oxlint-disable-next-line no-await-in-loop -- one policy after the other
    await gateway.list({}, { context: "ann" });
    keys.push(policy.calls.find(({ question }) => question === "scopeKey")?.answer);
  }
  expect(keys).toEqual(["fake", "ann"]);
});
