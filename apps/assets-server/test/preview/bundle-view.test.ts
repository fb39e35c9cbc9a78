import {
  createIssue,
  createWarning,
  RESOURCE_READ_META_KEY,
  type ReadReport,
} from "@org/resources-reporting";
import { describe, expect, it } from "vitest";
import { bundleView } from "../../preview/src/bundle-view.ts";
import { failureOf } from "../../preview/src/failure-words.ts";
import { headingOf, statusOf } from "../../preview/src/page-state.ts";
import { HOSTILE } from "./hostile-bundle.ts";

const requested = "bundle://projects/p/preview";
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

function view(contents: readonly unknown[], report?: unknown) {
  return bundleView(
    { contents, _meta: { [RESOURCE_READ_META_KEY]: report } },
    { requested, project: "p" },
  );
}

function reportOf(partial: boolean, issues: ReadReport["issues"], issuesOmitted = 0): ReadReport {
  return { version: 1, partial, issues, issuesOmitted };
}

const about = {
  uri: requested,
  mimeType: "text/markdown",
  text: "# My _project_\n\nOne `code`.\n- a\n- b",
};

describe("a bundle as a page shows it", () => {
  it("the requested item is the about text, its heading the title; the others are tiles", () => {
    const shown = view([
      about,
      { uri: "asset://projects/p/a.png/thumbnail", mimeType: "image/png", blob: PNG },
    ]);
    expect(shown.title).toBe("My _project_");
    expect(shown.about).toEqual([
      {
        kind: "paragraph",
        runs: [
          { code: false, text: "One " },
          { code: true, text: "code" },
          { code: false, text: "." },
        ],
      },
      { kind: "list", items: [[{ code: false, text: "a" }], [{ code: false, text: "b" }]] },
    ]);
    expect(shown.tiles).toEqual([
      {
        name: "a.png",
        kind: "Picture",
        picture: { mimeType: "image/png", base64: PNG, width: 1, height: 1 },
      },
    ]);
    expect(shown.completeness).toBe("unknown");
  });

  it("without an about text, or a heading in it, the project's name is the title", () => {
    expect(view([]).title).toBe("p");
    expect(view([{ ...about, text: "Plain." }]).title).toBe("p");
    expect(view([{ ...about, text: "#\u202E\n" }])).toMatchObject({
      title: "p",
      about: [{ kind: "paragraph" }],
    });
  });

  it("the warning is no item, and is heeded even where the report is gone", () => {
    const report = reportOf(true, [
      createIssue("unavailable", { uri: "asset://projects/p/secret/thumbnail" }),
    ]);
    const warning = createWarning(report, (n) => new Uint8Array(n));
    const { uri, mimeType, text, _meta } = warning;
    const alone = view([{ uri, mimeType, text, _meta }, about]);
    expect(alone.tiles).toEqual([]);
    expect(alone).toMatchObject({
      completeness: "partial",
      missing: { count: undefined, kinds: [] },
    });
    const both = view([{ uri, mimeType, text, _meta }, about], report);
    expect(both.missing).toEqual({
      count: 1,
      kinds: ["1 item is not open to you."],
      retryable: false,
    });
    expect(JSON.stringify(both)).not.toContain("secret");
  });

  it("what is missing is counted by kind, in one order, known or not", () => {
    const codes = [
      "timeout",
      "unavailable",
      "read_failed",
      "unavailable",
      "invalid_content",
      "budget_exceeded",
    ] as const;
    const unheard = { code: "toString", message: "a name: secret.txt", retryable: true };
    const { missing } = view(
      [],
      reportOf(true, [...codes.map((code) => createIssue(code)), unheard], 3),
    );
    expect(missing).toEqual({
      count: 10,
      kinds: [
        "2 items are not open to you.",
        "1 item could not be read just now. Reading again may help.",
        "1 item took too long to arrive.",
        "1 item could not be used: the stored content is faulty.",
        "1 item did not fit into one preview.",
        "1 item is missing for another reason.",
        "3 more items are missing.",
      ],
      retryable: true,
    });
  });

  it("a report of another version, and none at all", () => {
    expect(view([about], { version: 2 })).toMatchObject({ completeness: "partial" });
    expect(view([about], reportOf(false, []))).toMatchObject({
      completeness: "complete",
      missing: undefined,
    });
    expect(bundleView({ contents: [about] }, { requested, project: "p" }).completeness).toBe(
      "unknown",
    );
  });

  it("names are the segment that names the item, decoded", () => {
    const uris = [
      "asset://projects/p/caf%C3%A9.webp/thumbnail",
      "asset://projects/p/thumbnail/original?x#y",
      "docs://guide",
      "ui:",
      "a%zz",
      "",
      7,
    ];
    const names = view(uris.map((uri) => ({ uri, mimeType: "text/plain", text: "x" }))).tiles.map(
      ({ name }) => name,
    );
    expect(names).toEqual(["café.webp", "thumbnail", "guide", "ui:", "a%zz", "Unnamed", "Unnamed"]);
  });

  it("only pixels of the type that they claim to be are drawn", () => {
    const types = view((HOSTILE["hostile"] as { contents: unknown[] }).contents);
    const drawn = types.tiles
      .filter(({ picture }) => picture !== undefined)
      .map(({ name }) => name);
    // The torn one begins as a sound one does: the browser finds out.
    expect(drawn).toEqual(["torn.png", "sound.png"]);
  });

  it("the line under the heading says how much is there", () => {
    const line = (shown: ReturnType<typeof view>) =>
      statusOf({ kind: "shown", view: shown, reading: false });
    const item = { uri: "x://y/z", mimeType: "text/plain", text: "z" };
    const whole = reportOf(false, []);
    const part = reportOf(true, [createIssue("timeout")]);
    expect(line(view([about, item], whole))).toBe("Complete: 1 item.");
    expect(line(view([about, item, item]))).toBe("2 items.");
    expect(line(view([about], whole))).toBe("Complete. No items yet.");
    expect(line(view([about]))).toBe("No items.");
    expect(line(view([about, item], part))).toBe("Incomplete: 1 item here, 1 missing.");
    expect(line(view([about, item], {}))).toBe("Incomplete: 1 item here, others are missing.");
    expect(headingOf({ kind: "loading", project: "a\u202Eb", slow: false })).toBe("a\uFFFDb");
  });
});

describe("why there is nothing to show", () => {
  it.each([
    [
      { code: -32602, message: "Resource not found", data: { uri: requested } },
      "There is no such project here",
    ],
    [
      { code: -32602, data: { uri: requested, reason: "invalid_capture" } },
      "There is no such project here",
    ],
    [{ code: -32603, data: { reason: "timeout" } }, "The project took too long to arrive"],
    [{ code: -32603, data: { reason: "overloaded" } }, "The server is busy"],
    [{ code: -32603, data: { reason: "__proto__" } }, "The project could not be read"],
    [new Error("<b>password</b>"), "The project could not be read"],
    [undefined, "The project could not be read"],
  ])("%j", (error, title) => {
    const failure = failureOf(error);
    expect(failure.title).toBe(title);
    expect(JSON.stringify(failure)).not.toContain("password");
  });

  it("a read of which nothing is left says what was missing", () => {
    const report = reportOf(false, [createIssue("read_failed"), createIssue("unavailable")]);
    expect(failureOf({ code: -32603, data: { reason: "no_items", report } })).toMatchObject({
      title: "Nothing in this project could be read",
      missing: { count: 2, retryable: true },
    });
  });
});
