import { describe, expect, it } from "vitest";
import { hostOf, isLoopback } from "../src/loopback.ts";
import { refuseForeign } from "../src/request-guard.ts";

describe("isLoopback", () => {
  it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"])("%s is", (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(["0.0.0.0", "::", "127.evil.example", "localhost.evil.example", "10.0.0.1", ""])(
    "%j is not",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe("hostOf", () => {
  it.each([
    ["127.0.0.1:80", "127.0.0.1"],
    ["[::1]:80", "[::1]"],
    ["Docs.Example", "docs.example"],
  ])("%s is %s", (header, host) => {
    expect(hostOf(header)).toBe(host);
  });
  it.each([undefined, "", "a b", "u@127.0.0.1", "127.0.0.1:80:81", "127.0.0.1/evil"])(
    "%j names no host",
    (header) => {
      expect(hostOf(header)).toBeUndefined();
    },
  );
});

describe("refuseForeign", () => {
  it("lets a program on this machine through", () => {
    expect(refuseForeign({ host: "127.0.0.1:8722" }, {})).toBeUndefined();
  });
  it("lets a local page through, and a listed one", () => {
    const host = "localhost:1";
    expect(refuseForeign({ host, origin: "http://localhost:5173" }, {})).toBeUndefined();
    const allowed = { origins: ["app.example"] };
    expect(refuseForeign({ host, origin: "https://app.example" }, allowed)).toBeUndefined();
  });
  it.each(["evil.example", "evil.example:8722", "", undefined])("refuses the host %j", (host) => {
    expect(refuseForeign({ host }, {})).toBe("Host not allowed");
  });
  it.each([
    "null",
    "https://evil.example",
    "https://localhost.evil.example",
    "file://",
    "https://user@localhost",
  ])("refuses the origin %s", (origin) => {
    expect(refuseForeign({ host: "localhost", origin }, {})).toBe("Origin not allowed");
  });
});
