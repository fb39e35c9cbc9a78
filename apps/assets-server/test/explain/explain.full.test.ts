import { describe, expect, it } from "vitest";
import { run } from "../program.ts";

const SKY = "bundle://projects/earth-and-sky/preview";
const ROCKET = "asset://projects/earth-and-sky/rocket.jpg/original";

describe("explain", { timeout: 120_000, concurrent: true }, () => {
  it("prints the stations, and why, and exits 10", async () => {
    expect(await run(["explain", "--as", "otto", SKY]).ended).toEqual({
      code: 10,
      stderr: "",
      stdout: [
        `otto reads ${SKY}`,
        "Outcome: unavailable. The client sees: Resource not found.",
        "",
        "  validation  passed",
        "  selection   passed",
        "  discover    REFUSED",
        "  resolve     not reached",
        "  policy      not reached",
        "  body        not reached",
        "  re-check    not reached",
        "  response    not reached",
        "",
        "  refused at: discover, by policy discover",
        "  it said:    unavailable",
        "  because:    otto has no role in any project.",
        "",
      ].join("\n"),
    });
  });

  it("gives JSON, and 0 for what is given whole", async () => {
    const { code, stdout } = await run(["explain", "--as", "olivia", "--json", ROCKET]).ended;
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "complete", hidden: [] });
    expect(code).toBe(0);
  });

  it("prints nothing that could steer a terminal", async () => {
    const { code, stdout } = await run(["explain", "--as", "x\u001B[2J", "a\u001B[2J:b"]).ended;
    expect(stdout).not.toContain("\u001B");
    expect(code).toBe(10);
  });
});
