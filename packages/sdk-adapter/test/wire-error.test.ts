import { type FailureCode, FAILURE_MESSAGES, ResourceFailure } from "@org/resources-core";
import { describe, expect, test } from "vitest";
import { MalformedParams, relayedError, wireError } from "../src/wire-error.ts";

const uri = "docs://guide";
const operationId = "op-1";
const request = { uri, maxUriBytes: 2048, operationId: "op-of-adapter" };

function trap(): never {
  throw new Error("secret of the trap");
}

function answer(thrown: unknown, from: Parameters<typeof wireError>[1] = request) {
  const { code, message, data } = wireError(thrown, from);
  return { code, message, data };
}

describe("[SDK-2] each failure has one wire form", () => {
  const report = { version: 1, partial: false, issues: [], issuesOmitted: 1 } as const;
  const pins: Record<FailureCode, { code: number; message: string; data: unknown }> = {
    unavailable: { code: -32602, message: "Resource not found", data: { uri } },
    invalid_uri: {
      code: -32602,
      message: "Invalid resource URI",
      data: {
        uri,
        reason: "invalid_uri",
        operationId,
        retryable: false,
        detail: "invalid_character",
        offset: 3,
      },
    },
    invalid_capture: {
      code: -32602,
      message: "Invalid value in resource URI",
      data: {
        uri,
        reason: "invalid_capture",
        operationId,
        retryable: false,
        variable: "sha",
        expectation: "40 hexadecimal digits",
      },
    },
    ambiguous: {
      code: -32602,
      message: "Ambiguous resource URI",
      data: { uri, reason: "ambiguous", operationId, retryable: false },
    },
    invalid_cursor: {
      code: -32602,
      message: "Invalid cursor",
      data: { uri, reason: "invalid_cursor", operationId, retryable: false },
    },
    invalid_plan: {
      code: -32603,
      message: "Resource could not be planned",
      data: { uri, reason: "invalid_plan", operationId, retryable: false },
    },
    response_too_large: {
      code: -32603,
      message: "Resource does not fit into a response",
      data: { uri, reason: "response_too_large", operationId, retryable: false },
    },
    cancelled: {
      code: -32603,
      message: "Request cancelled",
      data: { uri, reason: "cancelled", operationId, retryable: false },
    },
    resolve_failed: {
      code: -32603,
      message: "Resource could not be resolved",
      data: { uri, reason: "resolve_failed", operationId, retryable: true },
    },
    policy_failed: {
      code: -32603,
      message: "Access could not be decided",
      data: { uri, reason: "policy_failed", operationId, retryable: true },
    },
    no_items: {
      code: -32603,
      message: "No item could be read",
      data: { uri, reason: "no_items", operationId, retryable: true, report },
    },
    timeout: {
      code: -32603,
      message: "Request took too long",
      data: { uri, reason: "timeout", operationId, retryable: true },
    },
    overloaded: {
      code: -32603,
      message: "Too many requests at once",
      data: { uri, reason: "overloaded", operationId, retryable: true },
    },
  };
  // Everything a failure can carry, whatever its code: a code must not show another's members.
  const details = {
    operationId,
    uri: "docs://private",
    detail: "invalid_character",
    offset: 3,
    variable: "sha",
    expectation: "40 hexadecimal digits",
    report,
    cause: new Error("password=hunter2"),
  } as const;

  test.each(Object.keys(FAILURE_MESSAGES) as FailureCode[])("%s", (code) => {
    const failure = new ResourceFailure(
      code,
      code === "no_items" ? { ...details, retryable: true } : details,
    );
    expect(answer(failure)).toStrictEqual(pins[code]);
  });
});

describe("[SDK-2] parameters that are not the protocol's", () => {
  test("are the caller's fault", () => {
    expect(answer(new MalformedParams())).toStrictEqual({
      code: -32602,
      message: "Invalid params",
      data: { uri, reason: "invalid_params", operationId: "op-of-adapter", retryable: false },
    });
  });
});

describe("[SDK-2] `uri` comes back only for reads, only if valid and not too long", () => {
  const denied = new ResourceFailure("unavailable", { operationId });
  const late = new ResourceFailure("timeout", { operationId });

  test.each([
    ["no read", undefined],
    ["no string", 7],
    ["an invalid URI", "docs://gu ide"],
    ["a reserved scheme", "mcp-warning://read/x"],
    ["too long for the gateway", `docs://${"x".repeat(2048)}`],
  ])("%s", (_, asked) => {
    const from = { uri: asked, maxUriBytes: 2048 };
    expect(answer(denied, from).data).toStrictEqual({});
    expect(answer(late, from).data).toStrictEqual({
      reason: "timeout",
      operationId,
      retryable: true,
    });
  });

  test("a limit above the URI layer's default holds too", () => {
    const long = `docs://${"x".repeat(8000)}`;
    expect(answer(denied, { uri: long, maxUriBytes: 8192 }).data).toStrictEqual({ uri: long });
  });
});

describe("[SDK-2] an unknown throw of any kind has one fixed answer [case R11]", () => {
  const cyclic: Record<string, unknown> = { code: -32000, message: "secret" };
  cyclic["data"] = cyclic;
  const hostile = new Proxy(new Error("secret"), { get: trap, has: trap, getPrototypeOf: trap });
  const lying = new Proxy(new ResourceFailure("timeout", { operationId }), {
    get: (target, key, receiver) =>
      key === "code" ? trap() : (Reflect.get(target, key, receiver) as unknown),
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["a string", "secret"],
    ["a number", 42],
    ["a BigInt", 10n],
    ["a symbol", Symbol("secret")],
    ["a function", () => "secret"],
    ["an error", new Error("secret")],
    [
      "an error with code and data",
      Object.assign(new Error("secret"), { code: -32602, data: "s" }),
    ],
    ["a cyclic object", cyclic],
    ["a proxy that throws", hostile],
    ["a failure that throws", lying],
    [
      "a look-alike of a failure",
      { code: "unavailable", message: "secret", operationId: "secret" },
    ],
  ])("%s", (_, thrown) => {
    expect(answer(thrown)).toStrictEqual({
      code: -32603,
      message: "Internal error",
      data: { uri, reason: "internal_error", operationId: "op-of-adapter", retryable: false },
    });
  });
});

describe("[SDK-2] a prompt callback's error passes only if it was made for the wire", () => {
  test("an error with a code of the protocol is copied", () => {
    const made = Object.assign(new Error("Prompt x not found"), { code: -32602, data: { x: 1 } });
    const relayed = relayedError(made);
    expect(relayed).not.toBe(made);
    expect(relayed?.message).toBe("Prompt x not found");
    expect(relayed).toMatchObject({ code: -32602, data: { x: 1 } });
  });

  test.each([
    ["undefined", undefined],
    ["a plain error", new Error("secret")],
    ["a database's code", Object.assign(new Error("secret"), { code: 11000 })],
    ["a system's code", Object.assign(new Error("secret"), { code: "ENOENT" })],
    ["a BigInt in data", Object.assign(new Error("secret"), { code: -32602, data: 1n })],
    ["no message", { code: -32602 }],
  ])("%s is not", (_, thrown) => {
    expect(relayedError(thrown)).toBeUndefined();
  });
});
