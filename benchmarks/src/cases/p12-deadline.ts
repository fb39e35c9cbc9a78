import { createResourceGateway, publicPolicy } from "@org/resources-core";
import { gatewayPort } from "@org/resources-core/adapter";
import type { OpenOperation } from "@org/resources-core/adapter";

import { collectGarbage } from "../case.ts";
import type { Case } from "../case.ts";

const port = gatewayPort(createResourceGateway({ policy: publicPolicy() }));
const batchSize = 1000;
const held = 20_000;
const context = (): object => ({});

function open(signal?: AbortSignal): OpenOperation {
  return port.open({ context, signal });
}

/** Opens and closes: id, deadline, list of deadlines; nobody looks at the signal, as with callbacks that answer at once. */
function openAndClose(): number {
  let sum = 0;
  for (let turn = 0; turn < batchSize; turn++) {
    const operation = open();
    operation.check();
    operation.close();
    sum++;
  }
  return sum;
}

/** The same with the signal in somebody's hands: a controller, a place in the list, its removal and an abort. */
function openLookAndClose(): number {
  let sum = 0;
  for (let turn = 0; turn < batchSize; turn++) {
    const operation = open();
    const { signal } = operation;
    operation.close();
    if (signal.aborted) sum++;
  }
  return sum;
}

/** What a program without such a list writes. */
function platform(): number {
  const caller = new AbortController();
  let sum = 0;
  for (let turn = 0; turn < batchSize; turn++) {
    if (!AbortSignal.any([caller.signal, AbortSignal.timeout(30_000)]).aborted) sum++;
  }
  return sum;
}

/** Live heap that `held` open requests take, each. */
function heapOfEach(make: () => OpenOperation): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const operations = Array.from({ length: held }, make);
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / held;
  for (const operation of operations) operation.close();
  return bytes;
}

export const p12: Case = {
  id: "P12",
  title: "a request's scope: opened with its deadline and closed again",
  nodeFlags: ["--expose-gc"],
  rounds: 40,
  prepare: () => ({
    sides: [
      {
        name: "open and close",
        operations: batchSize,
        answers: () => `${openAndClose()} scopes`,
        batch: openAndClose,
      },
      {
        name: "open, look at the signal, close",
        operations: batchSize,
        answers: () => `${openLookAndClose()} signals, all aborted by the end`,
        batch: openLookAndClose,
      },
      {
        name: "AbortSignal.any and timeout",
        operations: batchSize,
        answers: () => `${platform()} signals, none of them released before its time`,
        batch: platform,
      },
      {
        name: "heap",
        unit: "B",
        answers: () => `${held} scopes held open`,
        sample: () => heapOfEach(() => open()),
      },
    ],
    figures: [
      {
        what: "open and close",
        level: "open and close",
        atMost: 150,
        accepted: { atMost: 200, decision: "0039" },
      },
      { what: "open, look at the signal, close", level: "open, look at the signal, close" },
      { what: "the platform's AbortSignal.any and timeout", level: "AbortSignal.any and timeout" },
      { what: "live bytes of an open request", level: "heap", atMost: 450 },
    ],
  }),
};
