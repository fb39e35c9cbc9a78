import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

const command = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command for real, as a process. Without `stdin` it gets an empty one. */
async function run(args: readonly string[], stdin = ""): Promise<Outcome> {
  const child = spawn(process.execPath, [command, ...args], { stdio: "pipe" });
  const collected = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (collected.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (collected.stderr += text));
  child.stdin.end(stdin);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  return { status, ...collected };
}

describe("resources-uri", () => {
  it("judges URIs and templates given as arguments", async () => {
    expect(await run(["asset://project/7", "asset://project/{id}"])).toEqual({
      status: 0,
      stdout: "valid   uri asset://project/7\nvalid   template asset://project/{id}\n",
      stderr: "",
    });
  });

  it("exits 1 if any is invalid, and says why, where", async () => {
    expect(await run(["x:a", "x://h/é", "x://h/a{b}"])).toEqual({
      status: 1,
      stdout: [
        "valid   uri x:a",
        "invalid uri x://h/é",
        "  invalid_character at 6: 'é' is not allowed in a URI: write %C3%A9",
        "invalid template x://h/a{b}",
        "  partial_segment at 7: {b} is a part of a path segment: it must be the whole, as in /{b}/",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  it("reads lines from stdin; each is an input, and nothing of it is trimmed", async () => {
    const { status, stdout } = await run([], "x:a\r\nx:b \n\nx:\u{1F600}\nx:c");
    expect(status).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "valid   uri x:a",
      "invalid uri x:b ",
      "  invalid_character at 3: ' ' is not allowed in a URI: write %20",
      "invalid uri ",
      "  empty at 0: nothing is no URI: write one with a scheme, as in asset://project/7",
      "invalid uri x:\u{1F600}",
      "  invalid_character at 2: '\u{1F600}' is not allowed in a URI: write %F0%9F%98%80",
      "valid   uri x:c",
      "",
    ]);
  });

  it("--json writes one array", async () => {
    const { status, stdout } = await run(["--json", "X://h/a?q#f", "x:{a}/{b}", "x:a b"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      {
        input: "X://h/a?q#f",
        kind: "uri",
        valid: true,
        scheme: "x",
        authority: "h",
        path: "/a",
        query: "q",
        fragment: "f",
      },
      { input: "x:{a}/{b}", kind: "template", valid: true, variables: ["a", "b"] },
      {
        input: "x:a b",
        kind: "uri",
        valid: false,
        code: "invalid_character",
        offset: 3,
        message: "' ' is not allowed in a URI: write %20",
      },
    ]);
    expect(JSON.parse((await run(["--json"])).stdout)).toEqual([]);
  });

  it("--as decides what an input is", async () => {
    expect((await run(["--as", "uri", "x:{a}"])).stdout).toContain("unexpanded_template at 2");
    expect((await run(["--as", "template", "x:a"])).stdout).toContain("no_variable at 0");
    expect(await run(["--as", "x", "x:a"])).toMatchObject({ status: 2, stdout: "" });
  });

  it("--hazards says where a URI would be rewritten", async () => {
    const { status, stdout } = await run(["--hazards", "http://H//"]);
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "valid   uri http://H//",
      "  hazard: new URL() rewrites the authority: 'H' becomes 'h'",
      "  hazard: a proxy may rewrite the authority: 'H' becomes 'h'",
      "  hazard: a proxy may rewrite the path: '//' becomes '/'",
      "",
    ]);
    expect(JSON.parse((await run(["--hazards", "--json", "http://H/"])).stdout)).toMatchObject([
      { hazards: [{ rewriter: "whatwg-url" }, { rewriter: "proxy" }] },
    ]);
  });

  it("[URI-9] --max-bytes bounds each input", async () => {
    expect(await run(["--max-bytes", "3", "x:a"])).toMatchObject({ status: 0 });
    expect((await run(["--max-bytes", "2", "x:a"])).stdout).toContain("too_long at 0");
    const wrong = ["0", "-1", "a", ""].map((bound) => run([`--max-bytes=${bound}`, "x:a"]));
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([2, 2, 2, 2]);
  });

  it("[SEL-2] overlaps lists the pairs with a witness, and exits 1 if there are any", async () => {
    const overlapping = ["overlaps", "x://h/{a}/b", "x://h/c/{d}", "x://h/e"];
    expect(await run(overlapping.slice(0, 3))).toEqual({
      status: 1,
      stdout: "overlap x://h/{a}/b and x://h/c/{d}: both match x://h/c/b\n",
      stderr: "",
    });
    expect(await run(["overlaps", "--json"], "x://h/{a}/b\nx://h/{a}/c\n")).toEqual({
      status: 0,
      stdout: "[]\n",
      stderr: "",
    });
    const { stdout } = await run(["overlaps", "--json", ...overlapping.slice(1, 3)]);
    expect(JSON.parse(stdout)).toEqual([
      { templates: ["x://h/{a}/b", "x://h/c/{d}"], witness: "x://h/c/b" },
    ]);
    expect(await run(overlapping)).toEqual({
      status: 1,
      stdout:
        "invalid template x://h/e\n  no_variable at 0: 'x://h/e' has no {variable}: it is a URI, register it as one\n",
      stderr: "",
    });
  });

  it("keeps controls of the input from the terminal", async () => {
    const { stdout } = await run(["x:\u001B[31mred\u202E"]);
    expect(stdout).toContain(String.raw`invalid uri x:\u{1b}[31mred\u{202e}`);
    expect(stdout).not.toContain("\u001B");
    expect(stdout).not.toContain("\u202E");
  });

  it("a wrong command line exits 2 with a hint, --help writes the usage", async () => {
    const wrong = await run(["--bogus"]);
    expect(wrong).toMatchObject({ status: 2, stdout: "" });
    expect(wrong.stderr).toMatch(/^resources-uri: .*--bogus[\s\S]*resources-uri --help\n$/);
    const help = await run(["--help"]);
    expect(help).toMatchObject({ status: 0, stderr: "" });
    expect(help.stdout).toMatch(/^Usage: resources-uri/);
  });
});
