import type { Case } from "../case.ts";
import { reading, readUris } from "../read-peers.ts";
import { httpV2, inMemoryV1, inMemoryV2, stdioV1, stdioV2 } from "../servers/connections.ts";
import type { Connection } from "../servers/connections.ts";
import type { Kind } from "../servers/peers.ts";

const transports = [
  { name: "stdio, v1", connect: stdioV1, asked: 8, atMost: 1.1, accepted: 1.7 },
  { name: "stdio, v2", connect: stdioV2, asked: 8, atMost: 1.1, accepted: 1.7 },
  { name: "HTTP, v2", connect: httpV2, asked: 2, atMost: 1.05, accepted: 1.25 },
  { name: "InMemory, v1", connect: inMemoryV1, asked: 32, atMost: 1.25, accepted: 2.3 },
  { name: "InMemory, v2", connect: inMemoryV2, asked: 32, atMost: 1.25, accepted: 1.7 },
] as const;
const kinds: readonly Kind[] = ["plain", "gateway"];

export const p13: Case = {
  id: "P13",
  title:
    "read 1 KiB through the SDKs' own clients: the gateway behind a server vs the plain server, one template",
  rounds: 60,
  prepare: async () => {
    const open: Connection[] = [];
    const sides = await Promise.all(
      transports.flatMap(({ name, connect, asked }) =>
        kinds.map(async (kind) => {
          const connection = await connect(kind);
          open.push(connection);
          return reading(`${kind}, ${name}`, connection.read, readUris(1, asked));
        }),
      ),
    );
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
