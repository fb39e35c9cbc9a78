import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  FAILURE_MESSAGES,
  type FailureCode,
  isResourceFailure,
  ResourceFailure,
} from "../src/failure.ts";

describe("failures", () => {
  it("[READ-14] are of a closed set, with fixed messages and retryability", () => {
    const table = Object.keys(FAILURE_MESSAGES).map((code) => {
      const failure = new ResourceFailure(code as FailureCode, { operationId: "1" });
      return [failure.code, failure.retryable, failure.message];
    });
    expect(table).toEqual([
      ["unavailable", false, "Resource not found"],
      ["invalid_uri", false, "Invalid resource URI"],
      ["invalid_capture", false, "Invalid value in resource URI"],
      ["ambiguous", false, "Ambiguous resource URI"],
      ["invalid_cursor", false, "Invalid cursor"],
      ["invalid_plan", false, "Resource could not be planned"],
      ["response_too_large", false, "Resource does not fit into a response"],
      ["cancelled", false, "Request cancelled"],
      ["resolve_failed", true, "Resource could not be resolved"],
      ["policy_failed", true, "Access could not be decided"],
      ["no_items", false, "No item could be read"],
      ["timeout", true, "Request took too long"],
      ["overloaded", true, "Too many requests at once"],
    ]);
  });

  it("[READ-9] leave the retryability of no_items to the read", () => {
    const failure = new ResourceFailure("no_items", { operationId: "1", retryable: true });
    expect(failure.retryable).toBe(true);
  });

  it("[READ-13] show their cause nowhere but in `cause`", () => {
    const cause = new Error("SECRET", { cause: { SECRET: 1 } });
    const failure = new ResourceFailure("policy_failed", { operationId: "1", uri: "a:b", cause });
    expect(failure.cause).toBe(cause);
    expect(Object.keys(failure)).toEqual(["code", "retryable", "operationId", "uri"]);
    const everything = { showHidden: true, getters: true, depth: 9 };
    for (const shown of [
      JSON.stringify(failure),
      JSON.stringify({ nested: [failure] }),
      String(failure),
      failure.message,
      failure.stack,
      inspect(failure),
      inspect({ nested: failure }, everything),
      JSON.stringify(Object.entries(failure)),
      JSON.stringify(Object.assign({}, failure)),
    ]) {
      expect(shown).not.toContain("SECRET");
    }
  });

  it("[READ-13] say in JSON everything that is for the caller, and nothing that is not there", () => {
    const failure = new ResourceFailure("invalid_uri", {
      operationId: "1",
      detail: "empty",
      offset: 0,
    });
    expect(JSON.stringify(failure)).toBe(
      '{"code":"invalid_uri","message":"Invalid resource URI","retryable":false,"operationId":"1","detail":"empty","offset":0}',
    );
    expect("uri" in failure).toBe(false);
    expect(inspect(failure)).toMatch(/^ResourceFailure: Invalid resource URI\n[^]* \{"code"/);
  });

  it("are told from everything else, also across copies of the package", () => {
    const failure = new ResourceFailure("timeout", { operationId: "1" });
    expect(isResourceFailure(failure)).toBe(true);
    const mark = { [Symbol.for("@org/resources-core/ResourceFailure")]: true };
    expect(isResourceFailure(Object.assign(new Error("x"), mark))).toBe(true);
    const hostile = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("trap");
      },
    });
    for (const other of [undefined, null, 1, {}, new Error("timeout"), hostile]) {
      expect(isResourceFailure(other)).toBe(false);
    }
  });
});
