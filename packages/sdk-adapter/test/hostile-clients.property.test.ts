import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ann, library, SECRET } from "./library.ts";
import { SEATS } from "./peers.ts";

const numRuns = 100 * Number(process.env["FUZZ_FACTOR"] ?? 1);

/** Any JSON, with words of the protocol in it more often than chance would have it. */
const WORDS = [
  "docs://guide",
  "docs://set",
  "docs://hidden",
  "docs://page/{name}",
  "docs://page/alpha",
  "ref/resource",
  "ref/prompt",
  "name",
  "__proto__",
  "constructor",
  "",
  "\u0000",
  "x".repeat(5000),
];
const word = fc.constantFrom(...WORDS);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(word, tie("json"), { maxKeys: 3 }),
  ),
}));
const oddly = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(arbitrary, json);
const argument = fc.record({ name: oddly(word), value: oddly(word) }, { requiredKeys: [] });
const ref = fc.record({ type: oddly(word), uri: oddly(word), name: oddly(word) });
/** What the SDKs themselves look at (`_meta`, `task`, `requestState`) is theirs to answer. */
const params = fc.record(
  {
    uri: oddly(word),
    cursor: oddly(word),
    ref: oddly(ref),
    argument: oddly(argument),
    context: oddly(fc.record({ arguments: oddly(fc.dictionary(word, json)) })),
    extra: json,
  },
  { requiredKeys: [] },
);
const method = fc.constantFrom(
  "resources/read",
  "resources/list",
  "resources/templates/list",
  "completion/complete",
);

/** Everything that an answer may say, and the code of an error. */
const ANSWERS: Readonly<Record<string, number | undefined>> = {
  result: undefined,
  "Resource not found": -32602,
  "Invalid resource URI": -32602,
  "Invalid value in resource URI": -32602,
  "Invalid cursor": -32602,
  "Invalid params": -32602,
  "No item could be read": -32603,
};

describe.each(SEATS)("$name", ({ connect }) => {
  test("[SDK-2] one answer: whatever a client sends as parameters, it is a result or a known error", async () => {
    const { ask, sent, close } = await connect({ gateway: library(), options: { context: ann } });
    await fc.assert(
      fc.asyncProperty(method, params, async (asked, given) => {
        const before = sent.length;
        const { result, error } = await ask(asked, given);
        const said = result === undefined ? error?.message : "result";
        expect(ANSWERS).toHaveProperty([String(said)], error?.code);
        const { result: next } = await ask("resources/read", { uri: "docs://guide" });
        expect(next).toMatchObject({ contents: [{ text: "# Guide" }] });
        expect(sent).toHaveLength(before + 2);
        expect(sent.slice(before).join("\n")).not.toContain(SECRET);
      }),
      { numRuns },
    );
    await close();
  });

  test("[SDK-2] one answer each: two requests of one id do not disturb each other", async () => {
    const { ask, sent, close } = await connect({ gateway: library(), options: { context: ann } });
    await ask("resources/list");
    const before = sent.length;
    void ask("resources/read", { uri: "docs://guide" }, "twin");
    await ask("resources/read", { uri: "docs://logo" }, "twin");
    await expect.poll(() => sent.length).toBe(before + 2);
    const answers = sent.slice(before).join("\n");
    expect(answers).toContain("# Guide");
    expect(answers).toContain("image/png");
    await ask("resources/read", { uri: "docs://guide" }, "twin");
    expect(sent).toHaveLength(before + 3);
    await close();
  });

  test("[SDK-3] cancelling what does not run changes nothing", async () => {
    const { ask, notify, sent, close } = await connect({
      gateway: library(),
      options: { context: ann },
    });
    await ask("resources/list", {}, "over");
    const before = sent.length;
    for (const requestId of ["over", "never", 7]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await notify("notifications/cancelled", { requestId, reason: "x".repeat(100_000) });
    }
    expect((await ask("resources/read", { uri: "docs://guide" }, "never")).result).toBeDefined();
    expect(sent).toHaveLength(before + 1);
    await close();
  });
});
