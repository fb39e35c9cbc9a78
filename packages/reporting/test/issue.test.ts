import { describe, expect, test } from "vitest";
import { createIssue, type IssueCode } from "../src/index.ts";

const PINNED: Record<IssueCode, [message: string, retryable: boolean]> = {
  unavailable: ["This item is not available.", false],
  read_failed: ["This item could not be read.", true],
  timeout: ["Reading this item took too long.", false],
  invalid_content: ["This item returned invalid content.", false],
  budget_exceeded: ["This item did not fit into the response.", false],
};

describe("an issue", () => {
  test.each(Object.entries(PINNED))(
    "[RPT-2] %s has its fixed message and retryability",
    (code, [message, retryable]) => {
      const issue = createIssue(code as IssueCode);
      expect(JSON.stringify(issue)).toBe(JSON.stringify({ code, message, retryable }));
    },
  );

  test("[RPT-1] the disclosed URI comes last, and only when there is one", () => {
    expect(JSON.stringify(createIssue("timeout", { uri: "asset://a" }))).toBe(
      '{"code":"timeout","message":"Reading this item took too long.","retryable":false,"uri":"asset://a"}',
    );
    expect(createIssue("timeout", { uri: undefined })).not.toHaveProperty("uri");
    expect(createIssue("timeout", {})).not.toHaveProperty("uri");
  });

  test("[RPT-3] a URI of 256 bytes is disclosed whole, one of 257 not at all", () => {
    const fits = `asset://${"a".repeat(248)}`;
    expect(createIssue("unavailable", { uri: fits }).uri).toBe(fits);
    expect(createIssue("unavailable", { uri: `${fits}a` })).not.toHaveProperty("uri");
  });

  test("[RPT-3] the URI is measured in bytes, not in characters", () => {
    expect(createIssue("unavailable", { uri: "é".repeat(128) }).uri).toBe("é".repeat(128));
    expect(createIssue("unavailable", { uri: "é".repeat(129) })).not.toHaveProperty("uri");
  });

  test("an unknown code is the caller's mistake", () => {
    for (const code of ["", "nope", "toString", "__proto__", undefined]) {
      expect(() => createIssue(code as IssueCode)).toThrow(TypeError);
    }
  });

  test("nobody can change it afterwards", () => {
    expect(Object.isFrozen(createIssue("timeout"))).toBe(true);
    expect(Object.isFrozen(createIssue("timeout", { uri: "a:b" }))).toBe(true);
  });
});
