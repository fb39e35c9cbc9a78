// Every example that a page shows is type-checked against the workspace and executed.
import { beforeAll, describe, expect, it } from "vitest";
import { blocksOf, blocksOfTree, execute, titleOf, typeCheck } from "../docs-code.ts";

const planted = blocksOf(
  "planted.md",
  `
\`\`\`ts
console.log(1 + 1);
\`\`\`
prints
\`\`\`text output
2
\`\`\`
\`\`\`ts no-run
const wrong: number = "text";
throw new Error("must not run");
\`\`\`
\`\`\`js
import { parseResourceUri } from "@org/resources-uri";
parseResourceUri("not a URI");
\`\`\`
\`\`\`sh
exit 1
\`\`\`
\`\`\`sh run
echo "from sh"
\`\`\`
\`\`\`text output
from elsewhere
\`\`\`
\`\`\`json
{}
\`\`\`
`,
);

const found = blocksOfTree();
let faults = new Map<string, string>();
beforeAll(() => {
  faults = typeCheck([...planted, ...found]);
});

describe("docs runner", () => {
  it("finds the blocks that are code", () => {
    expect(planted.map((block) => titleOf(block))).toEqual([
      "planted.md:2 ts runs",
      "planted.md:9 ts type-checks",
      "planted.md:13 js runs",
      "planted.md:20 sh runs",
    ]);
  });

  it("passes a good block, and notices a type error, an exception and another output", () => {
    expect([...faults.keys()].filter((title) => title.startsWith("planted"))).toEqual([
      "planted.md:9 ts type-checks",
    ]);
    const [good, , throwing, printing] = planted;
    expect(good && execute(good)).toBeUndefined();
    expect(throwing && execute(throwing)).toMatch(/^exit 1/);
    expect(printing && execute(printing)).toMatch(/from sh\ninstead of\nfrom elsewhere/);
  });

  it("refuses an output that nothing prints, and a block without an end", () => {
    expect(() => blocksOf("a.md", "```text output\n1\n```\n")).toThrow(/a\.md:1/);
    expect(() => blocksOf("a.md", "text\n```ts\n1\n")).toThrow(/a\.md:2/);
  });
});

describe("docs", () => {
  it("README.md shows code that runs", () => {
    expect(found.filter(({ page, runs }) => page === "README.md" && runs)).not.toEqual([]);
  });

  it.each(found.map((block) => [titleOf(block), block] as const))("%s", (title, block) => {
    const mistyped = faults.get(title) ?? faults.get("");
    expect(mistyped ?? (block.runs ? execute(block) : undefined)).toBeUndefined();
  });
});
