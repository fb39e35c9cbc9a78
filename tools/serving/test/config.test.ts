import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigError, logLevelSchema, portSchema, readConfig } from "@org/serving";

const settings = {
  port: { variable: "PORT", flag: "--port", schema: portSchema(8722), example: "8722" },
  logLevel: { variable: "LOG_LEVEL", schema: logLevelSchema("warn"), example: "info" },
} as const;

function faultsOf(run: () => unknown): readonly unknown[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe("readConfig", () => {
  it("takes a flag before the environment before the default", () => {
    const env = { PORT: "81" };
    expect(readConfig(settings, { env, flags: { port: "82" } }).port).toBe(82);
    expect(readConfig(settings, { env }).port).toBe(81);
    expect(readConfig(settings, { env: {} })).toEqual({ port: 8722, logLevel: "warn" });
  });

  it("takes an empty variable for an unset one, but not an empty flag", () => {
    expect(readConfig(settings, { env: { PORT: "" } }).port).toBe(8722);
    expect(faultsOf(() => readConfig(settings, { env: {}, flags: { port: "" } }))).toHaveLength(1);
  });

  it("names variable, fault and example, of all faults at once", () => {
    expect(
      faultsOf(() => readConfig(settings, { env: { PORT: "http", LOG_LEVEL: "loud" } })),
    ).toEqual([
      {
        source: "PORT",
        fault: '"http" is not a port (a whole number from 0 to 65535)',
        example: "PORT=8722",
      },
      {
        source: "LOG_LEVEL",
        fault: '"loud" is not a log level (silent, error, warn, info, debug, trace)',
        example: "LOG_LEVEL=info",
      },
    ]);
  });

  it("names the flag where the flag is at fault", () => {
    expect(() => readConfig(settings, { env: {}, flags: { port: "70000" } })).toThrow(
      '--port: "70000" is not a port (a whole number from 0 to 65535). Example: --port 8722',
    );
  });

  it.each(["-1", "1.5", "0x10", " 80", "080", "65536", "1e3"])("refuses %j as a port", (port) => {
    expect(faultsOf(() => readConfig(settings, { env: { PORT: port } }))).toHaveLength(1);
  });

  it("says that a required setting is not set, and never shows a secret's value", () => {
    const secret = { variable: "KEY", schema: z.string().min(32, "is too short"), example: "…" };
    expect(() => readConfig({ key: { ...secret, secret: true } }, { env: {} })).toThrow(
      "KEY: is not set",
    );
    const shown = faultsOf(() =>
      readConfig({ key: { ...secret, secret: true } }, { env: { KEY: "hunter2" } }),
    );
    expect(JSON.stringify(shown)).not.toContain("hunter2");
    expect(shown).toHaveLength(1);
  });
});
