import { SAMPLE_PRINCIPALS } from "../access/sample-principals.ts";
import { ASSET_PARTS, GUIDE_URI, PREVIEW, PREVIEW_PAGE_URI } from "../resources/addresses.ts";
import { connectAs, REVISIONS, type Revision } from "./demo-client.ts";
import { observe, type Observation, type ReadOutcome } from "./observation.ts";
import { difference, mismatch, type Scene } from "./scene.ts";
import { table } from "./table.ts";

/** The project that the demo is about. */
export const PROJECT = "earth-and-sky";
/** The read that the demo is about. */
export const PREVIEW_URI: string = PREVIEW.expand({ project: PROJECT });

type PrincipalId = (typeof SAMPLE_PRINCIPALS)[number]["id"];

interface Expectation {
  readonly templates: number;
  readonly outcome: "complete" | "partial" | "error -32602 Resource not found";
  readonly items: readonly string[];
  readonly missing: readonly string[];
}

const EVERYTHING = [
  "about",
  "earth-at-night.jpg",
  "earth-by-day.jpg",
  "hubble-deep-field.webp",
  "leap-seconds.json",
  "leap-seconds.txt",
  "rocket.jpg",
];
const REVOKED = "hubble-deep-field.webp";
const HIDDEN = new Set(["leap-seconds.json", "rocket.jpg"]);

/** What each of the four must see, whatever the server says. */
const EXPECTED: Readonly<Record<PrincipalId, Expectation>> = {
  olivia: { templates: 4, outcome: "complete", items: EVERYTHING, missing: [] },
  marco: {
    templates: 4,
    outcome: "partial",
    items: EVERYTHING.filter((name) => name !== REVOKED),
    missing: [REVOKED],
  },
  vera: {
    templates: 4,
    outcome: "complete",
    items: EVERYTHING.filter((name) => !HIDDEN.has(name)),
    missing: [],
  },
  otto: { templates: 0, outcome: "error -32602 Resource not found", items: [], missing: [] },
};

/** Four principals list everything and read the same URI, on both protocol revisions. */
export async function rightsScene(url: URL): Promise<Scene> {
  const seen = await Promise.all(
    SAMPLE_PRINCIPALS.map(async (principal) => ({
      principal,
      observations: await Promise.all(
        REVISIONS.map((revision) => observeAs(principal.token, url, revision)),
      ),
    })),
  );
  const complaints = seen.flatMap(({ principal, observations }) => [
    ...new Set(observations.flatMap((each) => judge(principal.name, EXPECTED[principal.id], each))),
  ]);
  const modern = seen.flatMap(({ principal, observations }) =>
    observations.slice(0, 1).map((observation) => ({ principal, observation })),
  );
  const names = [...new Set(modern.flatMap(({ observation }) => namesIn(observation.read)))];
  const sameEverywhere = seen.map(({ observations: [first, second] }) =>
    JSON.stringify(comparable(first)) === JSON.stringify(comparable(second)) ? "yes" : "no",
  );
  const rows = [
    ["", ...modern.map(({ principal }) => `${principal.name}, ${principal.purpose}`)],
    ["resources listed", ...modern.map(({ observation }) => String(observation.resources.length))],
    ["templates listed", ...modern.map(({ observation }) => String(observation.templates.length))],
    ...names.map((name) => [name, ...modern.map(({ observation }) => cell(observation, name))]),
    ["warning first", ...modern.map(({ observation }) => warningCell(observation.read))],
    ["outcome", ...modern.map(({ observation }) => outcomeName(observation.read))],
    [`same on revision ${REVISIONS[1]}`, ...sameEverywhere],
  ];
  const warned = modern.find(({ observation }) => warningCell(observation.read) === "yes");
  return {
    lines: [
      `Four principals read ${PREVIEW_URI}`,
      "",
      ...table(rows),
      "",
      ...(warned === undefined ? [] : quoteWarning(warned.principal.name, warned.observation.read)),
    ],
    complaints,
  };
}

async function observeAs(token: string, url: URL, revision: Revision): Promise<Observation> {
  const client = await connectAs(token, url, revision);
  try {
    return await observe(client, PREVIEW_URI);
  } finally {
    await client.close();
  }
}

function judge(who: string, expected: Expectation, observation: Observation): readonly string[] {
  const { read } = observation;
  const report = read.kind === "bundle" ? read.report : undefined;
  const partial = expected.outcome === "partial";
  return [
    ...mismatch(`${who}: resources`, [GUIDE_URI, PREVIEW_PAGE_URI], observation.resources),
    ...mismatch(`${who}: templates`, expected.templates, observation.templates.length),
    ...mismatch(`${who}: outcome`, expected.outcome, outcomeName(read)),
    ...difference(`${who}: sent`, expected.items, itemNames(read)),
    ...difference(`${who}: reported missing`, expected.missing, missingNames(read)),
    ...mismatch(`${who}: a warning comes first`, partial, warningCell(read) === "yes"),
    ...(read.kind === "bundle"
      ? mismatch(`${who}: the report says partial`, partial, report?.partial)
      : []),
  ];
}

/** In the reader's words: the last name in the URI that says which asset it is. */
export function nameOf(uri: string): string {
  const match = ASSET_PARTS.thumbnail.match(uri);
  if (match.ok) return match.variables.asset;
  return PREVIEW.match(uri).ok ? "about" : uri;
}

export function itemNames(read: ReadOutcome): readonly string[] {
  return read.kind === "bundle" ? read.items.map(({ uri }) => nameOf(uri)) : [];
}

export function missingNames(read: ReadOutcome): readonly string[] {
  if (read.kind !== "bundle") return [];
  return (read.report?.issues ?? []).map(({ uri }) => (uri === undefined ? "?" : nameOf(uri)));
}

function namesIn(read: ReadOutcome): readonly string[] {
  return [...itemNames(read), ...missingNames(read)];
}

/** What a read came to, by what the client got: a bundle that lacks something must say so by its report. */
export function outcomeName(read: ReadOutcome): string {
  if (read.kind === "error") return `error ${read.code} ${read.message}`;
  return read.report?.partial === true ? "partial" : "complete";
}

function cell({ read }: Observation, name: string): string {
  if (read.kind === "error") return "";
  const item = read.items.find(({ uri }) => nameOf(uri) === name);
  if (item !== undefined) return `${item.mimeType}, ${item.bytes} B`;
  return missingNames(read).includes(name) ? "reported missing" : "";
}

function warningCell(read: ReadOutcome): string {
  if (read.kind === "error") return "";
  return read.warning === undefined ? "no" : "yes";
}

function quoteWarning(who: string, read: ReadOutcome): readonly string[] {
  const text = read.kind === "bundle" ? (read.warning ?? "") : "";
  return [`What ${who}'s client is told first:`, "", ...text.split("\n").map((l) => `  ${l}`), ""];
}

/** An observation without what differs from read to read. */
function comparable(observation: Observation | undefined): unknown {
  return { ...observation, revision: undefined };
}
