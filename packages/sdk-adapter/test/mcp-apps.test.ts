import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { resource, resourceTemplate } from "@org/resources-core";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  assertUiLinks,
  toolUiMeta,
  UI_EXTENSION,
  UI_MIME_TYPE,
  uiResource,
} from "../src/mcp-apps/index.ts";
import { ann, library, policy, SECRET } from "./library.ts";
import { type Peer, SEATS } from "./peers.ts";

const uri = "ui://assets/gallery.html";
const html = "<!doctype html><title>Gallery</title>";
const csp = { connectDomains: ["https://api.example"], resourceDomains: ["https://cdn.example"] };
const presentation = {
  csp,
  permissions: { camera: {}, clipboardWrite: {} },
  domain: "gallery.example",
  prefersBorder: true,
};

describe("[APP-1] uiResource", () => {
  test("the entry carries the MIME type and _meta.ui", () => {
    const { definition } = uiResource({ uri, html, title: "Gallery", ...presentation });
    expect(definition).toMatchObject({
      uri,
      name: uri,
      title: "Gallery",
      mimeType: "text/html;profile=mcp-app",
      _meta: { ui: presentation },
    });
  });

  test("what is not given is not there", () => {
    const { definition } = uiResource({ uri, html, csp: { frameDomains: undefined } });
    expect(JSON.stringify(definition)).toBe(
      JSON.stringify({ uri, name: uri, mimeType: UI_MIME_TYPE, _meta: { ui: { csp: {} } } }),
    );
  });

  test.each(["https://assets/gallery.html", "UI://assets/x", "ui:assets", ""])(
    "%j is no app's URI",
    (wrong) => {
      expect(() => uiResource({ uri: wrong, html })).toThrow(
        new TypeError(`A UI resource's URI starts with ui://, unlike ${wrong}`),
      );
    },
  );

  test.each([
    ["neither html nor file", {}],
    ["both", { html, file: "/gallery.html" }],
    ["html that is no string", { html: 7 }],
  ])("%s", (_, body) => {
    expect(() => uiResource({ uri, ...body } as never)).toThrow(
      `${uri}: a UI resource has either html or file.`,
    );
  });
});

describe("[APP-1] what no host would understand is refused, with what would be right", () => {
  test.each([
    [{ csp: ["https://api.example"] }, "csp has connectDomains, resourceDomains"],
    [{ csp: { connectDomain: ["https://api.example"] } }, "each a list of origins"],
    [{ csp: { connectDomains: "https://api.example" } }, "each a list of origins"],
    [{ csp: { frameDomains: [7] } }, "each a list of origins"],
    [{ permissions: { camera: true } }, "each {} where it is asked for"],
    [{ permissions: { bluetooth: {} } }, "permissions has camera, microphone, geolocation"],
    [{ domain: 7 }, "domain is a string"],
    [{ prefersBorder: "yes" }, "prefersBorder is true or false"],
  ])("%j", (given, rule) => {
    expect(() => uiResource({ uri, html, ...given } as never)).toThrow(rule);
    expect(() => uiResource({ uri, html, ...given } as never)).toThrow(TypeError);
  });
});

describe("[APP-1] a file is read once, at construction", () => {
  let directory = "";
  afterEach(() => rm(directory, { recursive: true }));

  async function fileOf(content: string | Uint8Array): Promise<string> {
    directory = await mkdtemp(join(tmpdir(), "ui-"));
    const path = join(directory, "gallery.html");
    await writeFile(path, content);
    return path;
  }

  test.each(["a path", "a URL"])("%s; later changes change nothing", async (kind) => {
    const path = await fileOf(html);
    const file = kind === "a URL" ? pathToFileURL(path) : path;
    const gateway = library({ bindings: [uiResource({ uri, file })] });
    await writeFile(path, "changed");
    const { items } = await gateway.read(uri, { context: ann() });
    expect(items).toMatchObject([{ uri, mimeType: UI_MIME_TYPE, text: html }]);
  });

  test("a missing file, and one that is not UTF-8", async () => {
    const path = await fileOf(new Uint8Array([0xff, 0xfe]));
    expect(() => uiResource({ uri, file: path })).toThrow(`${path} cannot be read as UTF-8 text.`);
    expect(() => uiResource({ uri, file: `${path}.gone` })).toThrow(TypeError);
  });

  test("where there is no file system, the error says what to pass instead", async () => {
    const path = await fileOf(html);
    vi.stubGlobal("process", {}); // a worker or a browser
    try {
      expect(() => uiResource({ uri, file: path })).toThrow("pass html instead");
      expect(() => uiResource({ uri, html })).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("[APP-1] tool links", () => {
  const bindings = [
    uiResource({ uri, html }),
    resourceTemplate({ uriTemplate: "ui://pages/{page}", name: "pages" }, () => html),
    resource({ uri: "docs://gallery", name: "no app" }, html),
  ];

  test("toolUiMeta is the tool's _meta", () => {
    expect(toolUiMeta(uri)).toStrictEqual({ ui: { resourceUri: uri } });
    expect(() => toolUiMeta("https://x.example/")).toThrow(TypeError);
  });

  test("links that lead to a resource, and tools without one, pass", () => {
    const tools = [
      { name: "show", _meta: toolUiMeta(uri) },
      { name: "page", _meta: toolUiMeta("ui://pages/one") },
      { name: "plain" },
      { name: "other", _meta: { "example.com/x": 1 } },
      { name: "both", _meta: { ...toolUiMeta(uri), "ui/resourceUri": uri } },
    ];
    expect(() => assertUiLinks(tools, bindings)).not.toThrow();
  });

  test("every dangling link is listed", () => {
    const tools = [
      { name: "show", _meta: toolUiMeta(uri) },
      { name: "typo", _meta: toolUiMeta("ui://assets/galery.html") },
      { name: "scheme", _meta: { ui: { resourceUri: "https://assets/gallery.html" } } },
      { name: "no app", _meta: { ui: { resourceUri: "docs://gallery" } } },
      { name: "number", _meta: { ui: { resourceUri: 7 } } },
      { name: "earlier", _meta: { "ui/resourceUri": "ui://assets/old.html" } },
      { name: "twice", _meta: { ui: { resourceUri: "ui://x/y" }, "ui/resourceUri": "ui://x/y" } },
    ];
    expect(() => assertUiLinks(tools, bindings)).toThrow(
      new TypeError(
        "No UI resource is registered for the link of: typo → ui://assets/galery.html, " +
          "scheme → https://assets/gallery.html, no app → docs://gallery, number → number, " +
          "earlier → ui://assets/old.html, twice → ui://x/y",
      ),
    );
  });
});

describe.each(SEATS)("[APP-1] over $name", ({ connect, revision }) => {
  let peer: Peer | undefined;
  afterEach(() => peer?.close());

  test("_meta.ui is on the entry and on the content, and the extension is declared", async () => {
    const gateway = library({ bindings: [uiResource({ uri, html, ...presentation })] });
    const extensions = { [UI_EXTENSION]: {} };
    peer = await connect({ gateway, options: { context: ann, extensions } });
    const list = await peer.ask("resources/list");
    expect(list.result?.["resources"]).toStrictEqual([
      { uri, name: uri, mimeType: UI_MIME_TYPE, _meta: { ui: presentation } },
    ]);
    const read = await peer.ask("resources/read", { uri });
    expect(read.result?.["contents"]).toStrictEqual([
      { uri, mimeType: UI_MIME_TYPE, text: html, _meta: { ui: presentation } },
    ]);
    const greeting =
      revision === "2026-07-28"
        ? await peer.ask("server/discover")
        : await peer.ask("initialize", {
            protocolVersion: revision,
            capabilities: {},
            clientInfo: { name: "peer", version: "0" },
          });
    expect(greeting.result?.["capabilities"]).toMatchObject({ extensions, resources: {} });
  });

  test("[TGT-1] its authorizationData reaches the policy, and no client", async () => {
    const seen: unknown[] = [];
    const gateway = library({
      bindings: [uiResource({ uri, html, authorizationData: { tenant: SECRET } })],
      policy: {
        ...policy,
        read: ({ authorizationData }) => {
          seen.push(authorizationData);
          return true;
        },
      },
    });
    peer = await connect({ gateway, options: { context: ann } });
    expect((await peer.ask("resources/read", { uri })).result).toBeDefined();
    await peer.ask("resources/list");
    expect(seen).toContainEqual({ tenant: SECRET });
    expect(peer.sent.join("\n")).not.toContain(SECRET);
  });
});
