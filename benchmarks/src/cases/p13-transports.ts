import type { Case, SampledSide } from "../case.ts";
import { reading, readUris } from "../read-peers.ts";
import type { Read } from "../read-peers.ts";
import { httpV2, inMemoryV1, inMemoryV2, stdioV1, stdioV2 } from "../servers/connections.ts";
import type { Connection } from "../servers/connections.ts";
import type { Kind } from "../servers/peers.ts";
import { median } from "../statistics.ts";

/** `reads` in one turn; `settle` is how many warm-ups it takes until both ends are compiled and the level stays. */
const inMemory = { reads: 64, settle: 5, atMost: 1.25 } as const;
const stdio = { reads: 16, settle: 10, atMost: 1.1 } as const;
const http = { reads: 8, settle: 6, atMost: 1.05 } as const;
const transports = [
  { name: "stdio, v1", connect: stdioV1, ...stdio, accepted: 1.55 },
  { name: "stdio, v2", connect: stdioV2, ...stdio, accepted: 1.35 },
  { name: "HTTP, v2", connect: httpV2, ...http, accepted: 1.25 },
  { name: "InMemory, v1", connect: inMemoryV1, ...inMemory, accepted: 1.75 },
  { name: "InMemory, v2", connect: inMemoryV2, ...inMemory, accepted: 1.4 },
] as const;
const kinds: readonly Kind[] = ["plain", "gateway"];

export const p13: Case = {
  id: "P13",
  title:
    "read 1 KiB through the SDKs' own clients, p50: the gateway behind a server vs the plain server, one template",
  prepare: async ({ warmUpMs }) => {
    const open: Connection[] = [];
    const sides: SampledSide[] = [];
    // oxlint-disable no-await-in-loop -- one after another: each settles undisturbed
    for (const { name, connect, reads, settle } of transports) {
      for (const kind of kinds) {
        const connection = await connect(kind);
        open.push(connection);
        const side = latency(`${kind}, ${name}`, connection.read, reads);
        sides.push(side);
        const end = performance.now() + settle * warmUpMs;
        while (performance.now() < end) await side.sample();
      }
    }
    // oxlint-enable no-await-in-loop
    return {
      sides,
      figures: transports.map(({ name, atMost, accepted }) => ({
        what: `${name}, gateway vs plain`,
        of: `gateway, ${name}`,
        over: `plain, ${name}`,
        atMost,
        accepted: { atMost: accepted, decision: "0054" },
      })),
      dispose: async () => {
        await Promise.all(open.map(({ close }) => close()));
      },
    };
  },
};

/** A sample is the median over single reads: what a client waits for one, mostly without a collection in it. */
function latency(name: string, read: Read, reads: number): SampledSide {
  const uris = readUris(1, reads);
  const { answers } = reading(name, read, uris);
  const sample = async (): Promise<number> => {
    const took: number[] = [];
    for (const uri of uris) {
      const start = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- the next read begins when this one is over
      await read(uri);
      took.push((performance.now() - start) * 1e6);
    }
    return median(took);
  };
  return { name, answers, unit: "ns", sample };
}
