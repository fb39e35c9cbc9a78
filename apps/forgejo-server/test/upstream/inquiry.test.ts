import { expect, it } from "vitest";
import { Caller } from "../../src/upstream/caller.ts";
import { UpstreamRefused } from "../../src/upstream/failures.ts";
import type { ForgejoClient } from "../../src/upstream/forgejo-client.ts";
import { contextOf, inquire, type ForgejoContext } from "../../src/upstream/inquiry.ts";

const endpoint = { name: "thing", path: "/thing", maxBytes: 10 };

/** Answers with a number that grows, and refuses when told to. */
function counting() {
  const state = { asked: 0, refuses: false };
  const client: ForgejoClient = {
    get: async () => {
      state.asked += 1;
      if (state.refuses) throw new UpstreamRefused(404);
      return { value: state.asked };
    },
  };
  const inquiry = (context: ForgejoContext, operationId: string) =>
    inquire(client, {
      context,
      operationId,
      signal: new AbortController().signal,
      deadline: Number.POSITIVE_INFINITY,
    });
  return { state, inquiry };
}

it("recalls within an operation, and asks anew for a decision", async () => {
  const { state, inquiry } = counting();
  const one = inquiry(contextOf(new Caller()), "a");
  expect((await one.recall(endpoint)).value).toBe(1);
  expect((await one.recall(endpoint)).value).toBe(1);
  expect((await one.ask(endpoint)).value).toBe(2);
  expect((await one.recall(endpoint)).value).toBe(2);
  expect(state.asked).toBe(2);
});

it("recalls nothing of another operation, even of the same caller, nor of another caller", async () => {
  const { inquiry } = counting();
  const context = contextOf(new Caller("token"));
  expect((await inquiry(context, "a").recall(endpoint)).value).toBe(1);
  expect((await inquiry(context, "b").recall(endpoint)).value).toBe(2);
  expect((await inquiry(contextOf(new Caller("other")), "b").recall(endpoint)).value).toBe(3);
});

it("what is refused now is no longer recalled", async () => {
  const { state, inquiry } = counting();
  const one = inquiry(contextOf(new Caller()), "a");
  await one.recall(endpoint);
  state.refuses = true;
  await expect(one.ask(endpoint)).rejects.toThrow(UpstreamRefused);
  await expect(one.recall(endpoint)).rejects.toThrow(UpstreamRefused);
});
