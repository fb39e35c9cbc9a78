import type { Case, Figure, TimedSide } from "../case.ts";
import {
  gatewayOf,
  inProcess,
  plainV1,
  plainV2,
  reading,
  readUris,
  throughGateway,
} from "../read-peers.ts";

const asked = 100;

function gateway(size: number): TimedSide {
  return reading(`gateway, ${size}`, throughGateway(gatewayOf(size)), readUris(size, asked));
}

/**
 * Ten thousand registrations. As many of them are read as of ten, all over the registry: what is compared is how many there
 * are. Beside it a hundred are read, which are ten times as many definitions and callbacks to fetch from memory.
 */
function manyRegistrations(): readonly TimedSide[] {
  const read = throughGateway(gatewayOf(10_000));
  return [
    reading("gateway, 10 of 10000", read, readUris(10_000, asked, 10)),
    reading("gateway, 100 of 10000", read, readUris(10_000, asked)),
  ];
}

function v1(size: number): TimedSide {
  const read = inProcess(plainV1(size).server);
  return reading(`McpServer v1, ${size}`, read, readUris(size, asked));
}

function v2(size: number): TimedSide {
  const read = inProcess(plainV2(size).server);
  return reading(`McpServer v2, ${size}`, read, readUris(size, asked));
}

function versus(size: number, sdk: "v1" | "v2", atMost?: number, accepted?: number): Figure {
  return {
    what: `gateway vs McpServer ${sdk}, ${size} templates`,
    of: `gateway, ${size}`,
    over: `McpServer ${sdk}, ${size}`,
    ...(atMost === undefined ? {} : { atMost }),
    ...(accepted === undefined ? {} : { accepted: { atMost: accepted, decision: "0039" } }),
  };
}

export const p10: Case = {
  id: "P10",
  title: "read 1 KiB in process: discover, two asynchronous checks, deadline, re-check, exact size",
  rounds: 60,
  prepare: () => ({
    sides: [
      ...[1, 10, 100].map(gateway),
      ...manyRegistrations(),
      ...[1, 10, 100].flatMap((size) => [v1(size), v2(size)]),
    ],
    figures: [
      versus(1, "v1", 1.25, 3),
      versus(10, "v1", 0.9, 1.3),
      versus(100, "v1", 0.25),
      versus(1, "v2"),
      versus(10, "v2"),
      versus(100, "v2"),
      {
        what: "gateway, 10 → 10 000 registrations, ten of them read",
        of: "gateway, 10 of 10000",
        over: "gateway, 10",
        atMost: 1.15,
      },
      {
        what: "the same, a hundred of them read",
        of: "gateway, 100 of 10000",
        over: "gateway, 10",
      },
    ],
  }),
};
