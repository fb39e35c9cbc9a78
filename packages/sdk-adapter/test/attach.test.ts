import { afterEach, describe, expect, test } from "vitest";
import { ann, library, SECRET } from "./library.ts";
import { type Peer, SEATS } from "./peers.ts";

let peer: Peer | undefined;
afterEach(() => peer?.close());

describe.each(SEATS)("$name", ({ connect, revision }) => {
  const modern = revision === "2026-07-28";
  const serverInfo = {
    "io.modelcontextprotocol/serverInfo": { name: "under-test", version: "1.2.3" },
  };
  const stamped = modern ? { resultType: "complete" } : {};
  const stampedMeta = modern ? serverInfo : {};
  const listed = modern ? { ttlMs: 0, cacheScope: "private", ...stamped, _meta: serverInfo } : {};
  const open = async (gateway = library()) => {
    peer = await connect({ gateway, options: { context: ann } });
    return peer;
  };

  test("[SDK-1] [SDK-4] resources/list: every field that there is, no other, no null [case R6]", async () => {
    const { ask } = await open();
    expect((await ask("resources/list")).result).toStrictEqual({
      resources: [
        {
          uri: "docs://guide",
          name: "guide",
          title: "Guide",
          description: "How to use the library.",
          mimeType: "text/markdown",
          icons: [
            { src: "https://icons.example/guide.png", mimeType: "image/png", sizes: ["48x48"] },
          ],
          annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-11-01T00:00:00Z" },
          size: 7,
          _meta: { "example.com/shelf": 3 },
        },
        { uri: "docs://logo", name: "logo", mimeType: "image/png" },
        { uri: "docs://set", name: "set" },
      ],
      ...listed,
    });
  });

  test("[SDK-1] [SDK-4] resources/templates/list", async () => {
    const { ask } = await open();
    expect((await ask("resources/templates/list")).result).toStrictEqual({
      resourceTemplates: [{ uriTemplate: "docs://page/{name}", name: "page" }],
      ...listed,
    });
  });

  test("[SDK-4] lists say how long they keep, and are always private", async () => {
    const { ask } = await open(library({ listTtlMs: 5000 }));
    for (const method of ["resources/list", "resources/templates/list"]) {
      // oxlint-disable-next-line no-await-in-loop -- one peer, one question at a time
      const { result } = await ask(method);
      const { ttlMs, cacheScope } = { ...result };
      expect({ ttlMs, cacheScope }).toEqual(modern ? { ttlMs: 5000, cacheScope: "private" } : {});
    }
  });

  test("[SDK-1] lists go on where they stopped", async () => {
    const { ask } = await open(library({ limits: { defaultPageSize: 2 } }));
    const first = await ask("resources/list");
    const cursor = first.result?.["nextCursor"];
    const second = await ask("resources/list", { cursor });
    const resources = [first, second].map(({ result }) => result?.["resources"] ?? []);
    expect(resources).toMatchObject([[{ name: "guide" }, { name: "logo" }], [{ name: "set" }]]);
    const names = (resources as { name: string }[][]).map((page) => page.map(({ name }) => name));
    expect(names).toEqual([["guide", "logo"], ["set"]]);
    expect(second.result).not.toHaveProperty("nextCursor");
  });

  test("[SDK-1] [SDK-4] resources/read of text", async () => {
    const { ask } = await open();
    const report = { version: 1, partial: false, issues: [], issuesOmitted: 0 };
    expect((await ask("resources/read", { uri: "docs://guide" })).result).toStrictEqual({
      contents: [{ uri: "docs://guide", mimeType: "text/markdown", text: "# Guide" }],
      _meta: { "go.phpboyscout.uk/mcp.resourceRead": report, ...stampedMeta },
      ...(modern ? { ttlMs: 60_000, cacheScope: "public" } : {}),
      ...stamped,
    });
  });

  test("[SDK-1] a blob is standard, padded base64 [case R1] [case R3]", async () => {
    const { ask } = await open();
    const { result } = await ask("resources/read", { uri: "docs://logo" });
    expect(result?.["contents"]).toStrictEqual([
      { uri: "docs://logo", mimeType: "image/png", blob: "+//+AA==" },
    ]);
  });

  test("[SDK-4] a partial bundle: warning first, report, never public [case X5]", async () => {
    const { ask } = await open();
    const { result } = await ask("resources/read", { uri: "docs://set" });
    const contents = result?.["contents"] as { uri: string; text: string }[];
    const meta = result?.["_meta"] as Record<string, unknown>;
    const report = meta["go.phpboyscout.uk/mcp.resourceRead"];
    expect(contents.map(({ uri }) => uri)).toEqual([
      expect.stringMatching(/^mcp-warning:\/\/read\/[0-9a-f]{32}$/),
      "docs://page/one",
      "docs://page/two",
    ]);
    expect(contents[0]?.text).toBe(`Incomplete bundle.\n${JSON.stringify(report)}`);
    expect(report).toStrictEqual({
      version: 1,
      partial: true,
      issues: [
        {
          code: "read_failed",
          message: "This item could not be read.",
          retryable: true,
          uri: "docs://page/broken",
        },
        {
          code: "unavailable",
          message: "This item is not available.",
          retryable: false,
          uri: "docs://page/denied",
        },
      ],
      issuesOmitted: 0,
    });
    const { ttlMs, cacheScope } = { ...result };
    expect({ ttlMs, cacheScope }).toEqual(modern ? { ttlMs: 0, cacheScope: "private" } : {});
  });

  test("[SDK-1] the URI is read as it was sent, and comes back byte for byte [case N1] [case C5]", async () => {
    const { ask } = await open();
    for (const uri of ["DOCS://guide", "docs://page/%41%2Fb?".slice(0, 15), "docs://page/a+b"]) {
      // oxlint-disable-next-line no-await-in-loop -- one peer, one question at a time
      const { result } = await ask("resources/read", { uri });
      expect(result?.["contents"]).toMatchObject([{ uri }]);
    }
  });

  test.each([
    ["docs://page/x/../../guide", "dot_segment"],
    [" docs://guide", "invalid_character"],
    ["docs://gu\tide", "invalid_character"],
    ["docs://page/{name}", "unexpanded_template"],
    ["users/me", "not_absolute"],
  ])(
    "[SDK-1] [SDK-2] %j is not mended on its way [case N4] [case N5] [case N7]",
    async (uri, detail) => {
      const { ask } = await open();
      expect((await ask("resources/read", { uri })).error).toMatchObject({
        code: -32602,
        message: "Invalid resource URI",
        data: {
          reason: "invalid_uri",
          detail,
          offset: expect.any(Number) as unknown,
          retryable: false,
        },
      });
    },
  );

  test.each(["docs://nothing", "docs://hidden", "docs://page/denied", "docs://page/hidden"])(
    "[SDK-2] %s: not found, in one form [case R10]",
    async (uri) => {
      const { ask } = await open();
      expect((await ask("resources/read", { uri })).error).toStrictEqual({
        code: -32602,
        message: "Resource not found",
        data: { uri },
      });
    },
  );

  test("[SDK-2] nothing private is ever sent", async () => {
    const { ask, sent } = await open();
    await ask("resources/list");
    await ask("resources/read", { uri: "docs://set" });
    await ask("resources/read", { uri: "docs://hidden" });
    expect(sent.join("\n")).not.toContain(SECRET);
    expect(sent.join("\n")).not.toContain("null");
  });

  test.each([
    ["resources/read", {}],
    ["resources/read", { uri: 7 }],
    ["resources/read", { uri: null }],
    ["resources/read", { uri: ["docs://guide"] }],
    ["completion/complete", {}],
    ["completion/complete", { ref: { type: "ref/resource" }, argument: { name: "a", value: "" } }],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "" } },
    ],
  ])("[SDK-2] malformed parameters of %s: %j", async (method, params) => {
    const { ask } = await open();
    expect((await ask(method, params)).error).toStrictEqual({
      code: -32602,
      message: "Invalid params",
      data: {
        reason: "invalid_params",
        operationId: expect.any(String) as unknown,
        retryable: false,
      },
    });
  });

  test.each([7, null, "", "bogus", "x".repeat(5000)])(
    "[SDK-2] cursor %j is invalid, not the first page [case L2] [case L4]",
    async (cursor) => {
      const { ask } = await open();
      expect((await ask("resources/list", { cursor })).error).toStrictEqual({
        code: -32602,
        message: "Invalid cursor",
        data: {
          reason: "invalid_cursor",
          operationId: expect.any(String) as unknown,
          retryable: false,
        },
      });
    },
  );

  test("[SDK-5] a request id over 1 KiB is refused, one of 1 KiB is not [case X9]", async () => {
    const { ask } = await open();
    const longest = await ask("resources/read", { uri: "docs://guide" }, "i".repeat(1022));
    const longer = await ask("resources/read", { uri: "docs://guide" }, "i".repeat(1023));
    expect(longest.result).toBeDefined();
    expect(longer.error).toMatchObject({ code: -32602, data: { reason: "invalid_params" } });
  });

  test("[SDK-1] the methods of subscriptions stay unknown", async () => {
    const { ask } = await open();
    for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
      // oxlint-disable-next-line no-await-in-loop -- one peer, one question at a time
      expect((await ask(method, { uri: "docs://guide" })).error?.code).toBe(-32601);
    }
  });

  test("[SDK-1] completions of a template's variable [case Z8]", async () => {
    const { ask } = await open();
    const argument = { name: "name", value: "al" };
    const ref = { type: "ref/resource", uri: "docs://page/{name}" };
    const known = await ask("completion/complete", { ref, argument });
    expect(known.result?.["completion"]).toStrictEqual({
      values: ["alpha"],
      total: 1,
      hasMore: false,
    });
    const unknown = await ask("completion/complete", { ref: { ...ref, uri: "x://{y}" }, argument });
    expect(unknown.result?.["completion"]).toStrictEqual({ values: [], total: 0, hasMore: false });
  });

  test("[SDK-3] progress goes to the token's owner, strictly increasing, before the result", async () => {
    const { ask, sent } = await open();
    await ask("resources/read", { uri: "docs://set", _meta: { progressToken: "p" } }, "read");
    const messages = sent.map((text) => JSON.parse(text) as { id?: string; params?: object });
    const progress = messages.filter((message) => "method" in message);
    expect(progress.map(({ params }) => params)).toEqual(
      [1, 2, 3].map((step) => ({ progressToken: "p", progress: step, total: 3 })),
    );
    expect(messages.at(-1)?.id).toBe("read");
  });

  test("[SDK-3] a token over 256 bytes gets no progress, and the read goes on [case X9]", async () => {
    const { ask, sent } = await open();
    const before = sent.length;
    const _meta = { progressToken: "p".repeat(257) };
    expect((await ask("resources/read", { uri: "docs://set", _meta })).result).toBeDefined();
    expect(sent).toHaveLength(before + 1);
  });
});

describe.each(SEATS.filter(({ revision }) => revision === "2026-07-28"))("$name", ({ connect }) => {
  test("[SDK-1] subscriptions/listen acknowledges no resource URI", async () => {
    peer = await connect({ gateway: library(), options: { context: ann } });
    const { ask, sent } = peer;
    await ask("resources/list");
    const notifications = { resourceSubscriptions: ["docs://guide"], resourcesListChanged: true };
    void ask("subscriptions/listen", { notifications });
    await expect.poll(() => sent.at(-1)).toContain("notifications/subscriptions/acknowledged");
    const acknowledged: unknown = JSON.parse(sent.at(-1) ?? "");
    expect(acknowledged).toMatchObject({ params: { notifications: {} } });
    expect(JSON.stringify(acknowledged)).not.toContain("docs://guide");
  });
});
