import { describe, expect, it } from "vitest";
import { readProject, type Bridge } from "../../preview/src/read-project.ts";

const { signal } = new AbortController();
const requested = "bundle://projects/caf%C3%A9/preview";
const item = {
  uri: "asset://projects/caf%C3%A9/a.txt/thumbnail",
  mimeType: "text/plain",
  text: "a",
};
const report = { version: 1, partial: false, issues: [], issuesOmitted: 0 };
const meta = { "go.phpboyscout.uk/mcp.resourceRead": report };
const listing = {
  content: [],
  structuredContent: {
    project: "café",
    uri: requested,
    about: "# Café",
    items: [{ uri: item.uri, mimeType: "text/plain" }],
    report,
  },
};

function refused(code: number, data?: unknown): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error("<b>no</b>"), { code, data }));
}

const toolError = (reason: string) => ({
  isError: true,
  content: [],
  structuredContent: { error: { reason } },
});

const embedding = async () => ({
  content: [
    { type: "text", text: "x" },
    { type: "resource", resource: item },
  ],
  _meta: meta,
});

async function outcome(bridge: Bridge, given?: unknown, project = "café") {
  const done = await readProject(bridge, project, given, signal);
  return "view" in done
    ? {
        title: done.view.title,
        excerpts: done.view.tiles.map(({ excerpt }) => excerpt),
        is: done.view.completeness,
      }
    : done.failure.title;
}

describe("the way to a bundle", () => {
  it("is a read, of the address that the server has", async () => {
    const asked: string[] = [];
    const read = async (uri: string) => {
      asked.push(uri);
      return { contents: [item], _meta: meta };
    };
    expect(await outcome({ read, show: refused(1) })).toEqual({
      title: "café",
      excerpts: ["a"],
      is: "complete",
    });
    expect(asked).toEqual([requested]);
  });

  it("is the tool where reads are not passed on, though they were promised", async () => {
    const there = { title: "café", excerpts: ["a"], is: "complete" };
    expect(await outcome({ show: embedding })).toEqual(there);
    expect(await outcome({ read: refused(-32601), show: embedding })).toEqual(there);
  });

  it("is what was given where nothing is passed on", async () => {
    const there = { title: "Café", excerpts: [undefined], is: "complete" };
    expect(await outcome({}, listing)).toEqual(there);
    expect(await outcome({ read: refused(-32601) }, listing)).toEqual(there);
    expect(await outcome({}, { content: [{ type: "text", text: "only words" }] })).toBe(
      "This app cannot reach the project",
    );
    expect(await outcome({})).toBe("This app cannot reach the project");
  });

  it("fails in words of the page, whichever way it was", async () => {
    const NOT_THERE = "There is no such project here";
    expect(await outcome({ read: refused(-32602, { uri: requested }) }, listing)).toBe(NOT_THERE);
    expect(await outcome({ show: async () => toolError("unavailable") }, listing)).toBe(NOT_THERE);
    expect(await outcome({}, toolError("unavailable"))).toBe(NOT_THERE);
    expect(await outcome({ show: async () => toolError("overloaded") })).toBe("The server is busy");
    expect(await outcome({ show: async () => ({ content: [] }) })).toBe(
      "The project could not be read",
    );
    expect(await outcome({ read: async () => ({ contents: "none" }) })).toBe(
      "The project could not be read",
    );
    expect(await outcome({ read: async () => undefined })).toBe("The project could not be read");
    expect(await outcome({ read: refused(-32000) }, listing)).toBe("The project could not be read");
    for (const name of ["", "..", "a/b", "\uD800"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await outcome({ read: refused(1) }, undefined, name)).toBe(NOT_THERE);
    }
  });
});
