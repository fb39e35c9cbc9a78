import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setTimeout as delay } from "node:timers/promises";
import { resource } from "@org/resources-core";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { connectTestClient as connectV1 } from "@org/resources-sdk-adapter/v1/testing";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { connectTestClient as connectV2 } from "@org/resources-sdk-adapter/v2/testing";
import { describe, expect, test } from "vitest";
import { hostV1, hostV2 } from "../fixtures/mcp-hosts.ts";
import { post } from "../fixtures/raw-http.ts";
import { type Caller, servedLibrary } from "../fixtures/served-library.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;
const context = () => ({ user: "ann" });
const URI = "library://watched";
const ROUNDS = 200;

/** Watches what each read was given: its scope's signal, and a megabyte that only its body holds. */
function watched() {
  const held: WeakRef<object>[] = [];
  const binding = resource<Caller>({ uri: URI, name: "watched" }, async ({ signal }) => {
    const bytes = new Uint8Array(1024 * 1024);
    held.push(new WeakRef(signal), new WeakRef(bytes));
    await delay(5, undefined, { signal });
    return bytes.subarray(0, 10);
  });
  const alive = async (): Promise<number> => {
    await delay(50);
    gc();
    await delay(50);
    gc();
    return held.filter((reference) => reference.deref() !== undefined).length;
  };
  return { gateway: servedLibrary([binding]), held, alive };
}

type Gateway = ReturnType<typeof watched>["gateway"];
type Read = (signal: AbortSignal) => Promise<unknown>;

const WIRES: readonly {
  readonly name: string;
  readonly open: (gateway: Gateway) => Promise<{ read: Read; close: () => Promise<void> }>;
}[] = [
  {
    name: "SDK v1, one connection",
    open: async (gateway) => {
      const { client, close } = await connectV1(gateway, { context });
      return { read: (signal) => client.readResource({ uri: URI }, { signal }), close };
    },
  },
  {
    name: "SDK v2, one connection",
    open: async (gateway) => {
      const { client, close } = await connectV2(gateway, { context });
      return { read: (signal) => client.readResource({ uri: URI }, { signal }), close };
    },
  },
  {
    name: "SDK v1, stateless HTTP",
    open: async (gateway) => {
      const host = await hostV1((server, signal) => attachV1(server, gateway, { context, signal }));
      const message = { method: "resources/read", params: { uri: URI } };
      const read: Read = async (signal) =>
        (await post(host.url, "2025-11-25", message, { signal })).text();
      return { read, close: host.close };
    },
  },
  {
    name: "SDK v2, stateless HTTP",
    open: async (gateway) => {
      const host = await hostV2((server) => attachV2(server, gateway, { context }));
      const message = { method: "resources/read", params: { uri: URI } };
      const read: Read = async (signal) =>
        (await post(host.url, "2026-07-28", message, { signal })).text();
      return { read, close: host.close };
    },
  },
];

describe.each(WIRES)("$name", ({ open }) => {
  test(
    "[SDK-3] nothing of a finished or cancelled read is kept",
    { timeout: 120_000 },
    async () => {
      const { gateway, held, alive } = watched();
      const { read, close } = await open(gateway);
      for (let round = 0; round < ROUNDS; round += 1) {
        const interest = new AbortController();
        const reading = read(interest.signal).catch(() => undefined);
        if (round % 2 === 1) {
          // oxlint-disable-next-line no-await-in-loop -- one read after the other
          while (held.length < 2 * (round + 1)) await delay(1); // until its body is being read
          interest.abort("no longer wanted");
        }
        // oxlint-disable-next-line no-await-in-loop -- one read after the other
        await reading;
      }
      expect(held).toHaveLength(2 * ROUNDS);
      // The last one may still be on somebody's stack.
      expect(await alive()).toBeLessThanOrEqual(4);
      await close();
    },
  );
});
