import type { Logger } from "@org/serving";
import { SAMPLE_PRINCIPALS } from "../access/sample-principals.ts";
import type { Samples } from "../samples.ts";
import { databaseAssets } from "../storage/database-assets.ts";
import { databaseRights } from "../storage/database-rights.ts";
import { databaseRightsEditor } from "../storage/database-rights-editor.ts";
import type { Database } from "../storage/database.ts";
import { startAssetsServer } from "../serving/assets-server.ts";
import { bearerNames } from "../serving/bearer.ts";
import { BREAKS, type Break } from "./breaks.ts";
import { broken } from "./broken-stations.ts";
import { heldStore } from "./held-store.ts";
import { PAGE_SIZE, pagingScene } from "./paging-scene.ts";
import { revocationScene } from "./revocation-scene.ts";
import { rightsScene } from "./rights-scene.ts";
import type { Scene } from "./scene.ts";

/** How a demo is run. */
export interface DemoOptions {
  /** Holds the samples and their rights; the last scene changes the rights. */
  readonly database: Database;
  readonly samples: Samples;
  readonly logger: Logger;
  /** Takes one line at a time. */
  readonly print: (line: string) => void;
  readonly breakStation?: Break | undefined;
}

/**
 * Shows this project's main job on real data: a server on a free loopback port, official clients, three scenes.
 *
 * Gives `true` iff every outcome, as the clients received it, was the expected one.
 */
export async function runDemo(options: DemoOptions): Promise<boolean> {
  const { database, samples, logger, print, breakStation } = options;
  const held = heldStore(databaseAssets(database));
  const server = await startAssetsServer({
    store: held.store,
    rights: databaseRights(database),
    authenticate: bearerNames(SAMPLE_PRINCIPALS),
    hostname: "127.0.0.1",
    port: 0,
    logger,
    limits: { defaultPageSize: PAGE_SIZE },
    around: breakStation === undefined ? undefined : broken(breakStation),
  });
  try {
    for (const line of opening(samples, database.description, server.url, breakStation))
      print(line);
    const complaints: string[] = [];
    const scenes: (() => Promise<Scene>)[] = [
      () => rightsScene(server.url),
      () => pagingScene(server.url),
      () => revocationScene(server.url, databaseRightsEditor(database), held),
    ];
    for (const play of scenes) {
      // One after another: the last one changes rights.
      // oxlint-disable-next-line no-await-in-loop
      const scene = await play();
      for (const line of scene.lines) print(line);
      complaints.push(...scene.complaints);
    }
    for (const line of closing(complaints, breakStation)) print(line);
    return complaints.length === 0;
  } finally {
    await server.close();
  }
}

function opening(
  samples: Samples,
  database: string,
  url: URL,
  breakStation: Break | undefined,
): readonly string[] {
  return [
    `${samples.projects} projects with ${samples.assets} assets, served from ${database} at ${url.href}`,
    ...samples.skipped.map(({ file, reason }) => `skipped ${file}: ${reason}`),
    ...(breakStation === undefined ? [] : [`BROKEN ON PURPOSE: ${BREAKS[breakStation].place}`]),
    "",
  ];
}

function closing(
  complaints: readonly string[],
  breakStation: Break | undefined,
): readonly string[] {
  if (complaints.length === 0)
    return breakStation === undefined
      ? ["Every outcome was the expected one."]
      : ["Every outcome was the expected one, although a station was broken on purpose."];
  const heading =
    breakStation === undefined
      ? ["NOT as expected:"]
      : [
          `What goes wrong with ${BREAKS[breakStation].place}:`,
          `${BREAKS[breakStation].consequence}.`,
        ];
  return [...heading, ...complaints.map((complaint) => `  - ${complaint}`)];
}
