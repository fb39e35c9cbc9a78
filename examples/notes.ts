// What the examples serve: notes, each with its readers. The policy decides, the bindings read; neither knows of MCP.
import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  resourcesFor,
  textPayload,
  type ResourceGateway,
} from "@org/resources-core";

/** Who asks; the host finds it out, the gateway passes it on. */
export interface Caller {
  readonly user: string;
}

interface Note {
  readonly text: string;
  readonly readers: readonly string[];
}

const notes: ReadonlyMap<string, Note> = new Map([
  ["agenda", { text: "# Agenda\n\n1. Budget\n2. Lunch", readers: ["ann", "bob"] }],
  ["budget", { text: "# Budget\n\nThere is none.", readers: ["ann"] }],
  ["lunch", { text: "# Lunch\n\nSoup.", readers: ["ann", "bob"] }],
]);

const { resourceTemplate } = resourcesFor<Caller>();

const noteOf = (uri: string): Note | undefined => notes.get(uri.slice("note://team/".length));

/** One note, by name. */
const note = resourceTemplate(
  {
    uriTemplate: "note://team/{name}",
    name: "note",
    description: "A note of the team's.",
    mimeType: "text/markdown",
    complete: {
      name: (value, { context }) =>
        [...notes]
          .filter(([name, { readers }]) => name.startsWith(value) && readers.includes(context.user))
          .map(([name]) => name),
    },
  },
  ({ uri }) => noteOf(uri)?.text ?? "",
);

/** All notes in one read; those that the caller may not read are reported, not silently missing. */
const all = bundle<Caller>(
  { uri: "notes://team", name: "all notes", description: "Every note of the team's, in one read." },
  {
    resolve: ({ canonicalUri }) =>
      createReadPlan(
        createTarget({ uri: canonicalUri }),
        [...notes.keys()].map((name) => createTarget({ uri: `note://team/${name}` })),
      ),
    read: ({ uri }) => textPayload(noteOf(uri)?.text ?? "", "text/markdown"),
  },
);

/** The gateway is made once, and serves every server and every request. */
export const gateway: ResourceGateway<Caller> = createResourceGateway<Caller>({
  bindings: [note, all],
  policy: {
    discover: () => true,
    visible: ({ uri }) => ({
      visible: uri === "notes://team" || noteOf(uri) !== undefined,
      discloseIssueUri: true,
    }),
    read: ({ uri }, { context }) =>
      uri === "notes://team" || noteOf(uri)?.readers.includes(context.user) === true,
    scopeKey: ({ context }) => context.user,
  },
});
