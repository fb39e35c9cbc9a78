import { isResourceFailure } from "@org/resources-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createForgejoOffer } from "../src/serving/forgejo-offer.ts";
import { Caller } from "../src/upstream/caller.ts";
import { createForgejoClient } from "../src/upstream/forgejo-client.ts";
import { contextOf } from "../src/upstream/inquiry.ts";
import { startStubForgejo, type StubForgejo } from "./stub-forgejo.ts";

let forgejo: StubForgejo;
beforeAll(async () => {
  forgejo = await startStubForgejo();
});
afterAll(() => forgejo.close());

function offer() {
  const client = createForgejoClient({ url: forgejo.url, userAgent: "tests" });
  return createForgejoOffer({ client, markdown: true });
}

it.each(["never answers", "drips"])("an upstream that %s ends with the deadline", async (how) => {
  const closed: Promise<unknown>[] = [];
  forgejo.intercept = (_request, response) => {
    closed.push(new Promise((resolve) => response.once("close", resolve)));
    if (how === "drips") {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(drip));
    }
    return true;
  };
  const read = offer().gateway.read("forgejo://repo/acme/tools", {
    context: contextOf(new Caller()),
    timeoutMs: 400,
  });
  const failure: unknown = await read.catch((error: unknown) => error);
  expect(isResourceFailure(failure) && failure.code).toBe("timeout");
  // The connection is given up, too: nothing is left behind.
  await Promise.all(closed);
});

it("a caller who goes away takes its calls along, also those that wait", async () => {
  let open = 0;
  forgejo.intercept = (_request, response) => {
    open += 1;
    response.once("close", () => (open -= 1));
    return true;
  };
  const { gateway } = offer();
  const gone = new AbortController();
  const reads = Array.from({ length: 20 }, () =>
    gateway
      .read("forgejo://repo/acme/tools", {
        context: contextOf(new Caller()),
        signal: gone.signal,
      })
      .catch((error: unknown) => error),
  );
  await expect.poll(() => open).toBe(8);
  gone.abort();
  for (const failure of await Promise.all(reads))
    expect(isResourceFailure(failure) && failure.code).toBe("cancelled");
  await expect.poll(() => open).toBe(0);
});
