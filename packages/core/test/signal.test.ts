import { describe, expect, it } from "vitest";
import {
  InvalidVariableSignal,
  invalidVariable,
  TooLargeSignal,
  tooLarge,
  UnavailableSignal,
  unavailable,
} from "../src/signal.ts";

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}

describe("signals", () => {
  it("[READ-3] throw by themselves", () => {
    const cause = new Error("gone");
    const signal = thrownBy(() => unavailable(cause));
    expect(UnavailableSignal.is(signal)).toBe(true);
    expect(signal).toHaveProperty("cause", cause);
    expect(TooLargeSignal.is(thrownBy(() => tooLarge()))).toBe(true);
    expect(thrownBy(() => invalidVariable("id", "a number"))).toMatchObject({
      variable: "id",
      expectation: "a number",
    });
  });

  it("[READ-3] are told from look-alikes", () => {
    const signal = thrownBy(() => unavailable());
    for (const other of [undefined, null, new Error("x"), { ...(signal as object) }]) {
      expect(UnavailableSignal.is(other)).toBe(false);
      expect(InvalidVariableSignal.is(other)).toBe(false);
      expect(TooLargeSignal.is(other)).toBe(false);
    }
    expect(TooLargeSignal.is(signal)).toBe(false);
  });

  it("[READ-3] take an expectation of at most 200 characters, and a variable's name", () => {
    expect(thrownBy(() => invalidVariable("id", "x".repeat(200)))).not.toBeInstanceOf(TypeError);
    for (const expectation of ["x".repeat(201), "", "\ud800", undefined as unknown as string]) {
      expect(thrownBy(() => invalidVariable("id", expectation))).toBeInstanceOf(TypeError);
    }
    for (const name of ["", "a b", "1a", "<script>", undefined as unknown as string]) {
      expect(thrownBy(() => invalidVariable(name, "a number"))).toBeInstanceOf(TypeError);
    }
  });
});
