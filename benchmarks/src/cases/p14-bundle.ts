import {
  blobPayload,
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  textPayload,
} from "@org/resources-core";
import type { ResourceGateway } from "@org/resources-core";
import { toContents } from "@org/resources-reporting";

import type { Case, SampledSide, TimedSide } from "../case.ts";
import { textOf } from "../corpora/texts.ts";
import { peakMemory } from "../peak-memory.ts";
import type { MemoryTask } from "../peak-memory.ts";
import { asynchronousPolicy } from "../read-peers.ts";

const count = 64;
const itemBytes = 64 * 1024;
const bundleUri = "asset://projects/garden";
const itemUri = (index: number): string => `${bundleUri}/items/${index}`;
const isText = (index: number): boolean => index % 2 === 0;
const stored = {
  text: Buffer.from(textOf("source", itemBytes)),
  image: Buffer.from(Uint8Array.from({ length: itemBytes }, (_, index) => (index * 167) & 255)),
};

/** A body out of storage: fresh bytes each time, half of them text. */
async function fetchItem(index: number): Promise<Buffer> {
  return Buffer.from(isText(index) ? stored.text : stored.image);
}

function projectGateway(): ResourceGateway<unknown> {
  const project = bundle(
    { uri: bundleUri, name: "garden" },
    {
      resolve: (match) =>
        createReadPlan(
          createTarget({ uri: match.canonicalUri }),
          Array.from({ length: count }, (_, index) =>
            createTarget({ uri: itemUri(index), authorizationData: { index } }),
          ),
        ),
      read: async (target) => {
        const index = Number(target.uri.slice(target.uri.lastIndexOf("/") + 1));
        const body = await fetchItem(index);
        return isText(index)
          ? textPayload(body.toString("utf8"), "text/plain")
          : blobPayload(body, "image/png");
      },
    },
  );
  return createResourceGateway<unknown>({ policy: asynchronousPolicy, bindings: [project] });
}

/** The bundle as the wire has it. */
async function readBundle(gateway: ResourceGateway<unknown>): Promise<string> {
  const { contents } = await gateway.read(bundleUri, { context: {} });
  return JSON.stringify({ contents: contents.map(toContents) });
}

/**
 * What a plain server does: each body read, one result made of them, written once. Nobody is asked, nothing counted.
 *
 * Both sides write one result: 64 small strings, each dropped as soon as it is made, would cost less than the one of
 * several megabytes that every server has to write, whoever decides and counts before it.
 */
async function readPlainly(): Promise<string> {
  const contents: object[] = [];
  for (let index = 0; index < count; index++) {
    // oxlint-disable-next-line no-await-in-loop -- as the gateway does: one body after another
    const body = await fetchItem(index);
    contents.push(
      isText(index)
        ? { uri: itemUri(index), mimeType: "text/plain", text: body.toString("utf8") }
        : { uri: itemUri(index), mimeType: "image/png", blob: body.toString("base64") },
    );
  }
  return JSON.stringify({ contents });
}

function bundling(): TimedSide {
  const gateway = projectGateway();
  return {
    name: "gateway",
    operations: 1,
    answers: async () => {
      const { contents } = JSON.parse(await readBundle(gateway)) as {
        readonly contents: readonly object[];
      };
      if (contents.length !== count) throw new Error(`${contents.length} of ${count} items came`);
      return `${contents.length} items`;
    },
    batch: async () => (await readBundle(gateway)).length,
  };
}

/** Compiled before the clean slate. */
async function warmedUp(work: () => Promise<string>): Promise<() => Promise<string>> {
  for (let turn = 0; turn < 5; turn++) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await work();
  }
  return async () => `${(await work()).length} characters`;
}

export const tasks: Readonly<Record<string, MemoryTask>> = {
  bundle: () => {
    const gateway = projectGateway();
    return warmedUp(() => readBundle(gateway));
  },
  plainly: () => warmedUp(readPlainly),
};

function peakOf(name: string, task: string, encodedMebibytes: number): SampledSide {
  const peak = peakMemory(name, import.meta.url, task);
  return {
    ...peak,
    unit: "× encoded",
    sample: async () => (await peak.sample()) / encodedMebibytes,
  };
}

export const p14: Case = {
  id: "P14",
  title: `a bundle of ${count} items of ${itemBytes / 1024} KiB, half text, half blobs`,
  rounds: 9,
  prepare: async () => {
    const encodedMebibytes = Buffer.byteLength(await readBundle(projectGateway())) / 2 ** 20;
    return {
      sides: [
        bundling(),
        {
          name: "plainly",
          operations: 1,
          answers: async () => {
            const written = await readPlainly();
            if (written !== (await readBundle(projectGateway()))) {
              throw new Error("the plain server and the gateway do not write the same");
            }
            return `${count} items in ${written.length} characters`;
          },
          batch: async () => (await readPlainly()).length,
        },
        peakOf("memory", "bundle", encodedMebibytes),
        peakOf("memory, plainly", "plainly", encodedMebibytes),
      ],
      figures: [
        {
          what: "a bundle vs its items read and encoded plainly",
          of: "gateway",
          over: "plainly",
          atMost: 1.3,
          accepted: { atMost: 1.6, decision: "0038" },
        },
        {
          what: `peak memory above idle vs the ${encodedMebibytes.toFixed(1)} MiB of the encoded result`,
          level: "memory",
          atMost: 2.2,
          accepted: { atMost: 4, decision: "0038" },
        },
        { what: "the same of the plain server", level: "memory, plainly" },
      ],
    };
  },
};
