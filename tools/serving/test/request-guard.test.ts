import { describe, expect, it } from "vitest";
import { hostOf, isLoopback } from "../src/loopback.ts";
import { proxiesSchema } from "../src/forwarded.ts";
import { isHostName, isOrigin, refuseForeign } from "../src/request-guard.ts";

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
  it("lets a listed page through, to the letter, and a local one where only this machine calls", () => {
    const host = "localhost:1";
    const local = { host, origin: "http://localhost:5173" };
    expect(refuseForeign(local, { loopbackOrigins: true })).toBeUndefined();
    expect(refuseForeign(local, {})).toBe("Origin not allowed");
    const allowed = { origins: ["https://app.example"] };
    expect(refuseForeign({ host, origin: "https://app.example" }, allowed)).toBeUndefined();
    for (const origin of ["http://app.example", "https://app.example:444", "https://App.example"])
      expect(refuseForeign({ host, origin }, allowed)).toBe("Origin not allowed");
  });
  it("lets a request through that names the address it arrived at, which no foreign name is", () => {
    for (const [host, localAddress] of [
      ["10.1.2.3:80", "10.1.2.3"],
      ["10.1.2.3", "::ffff:10.1.2.3"],
      ["[fd00::1]:80", "fd00::1"],
    ] as const)
      expect(refuseForeign({ host, localAddress }, {})).toBeUndefined();
    expect(refuseForeign({ host: "10.1.2.4", localAddress: "10.1.2.3" }, {})).toBe(
      "Host not allowed",
    );
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
    expect(refuseForeign({ host: "localhost", origin }, { loopbackOrigins: true })).toBe(
      "Origin not allowed",
    );
  });
});

describe("settings for the guard", () => {
  it.each(["https://app.example", "http://localhost:5173"])("%s is an origin", (entry) => {
    expect(isOrigin(entry)).toBe(true);
  });
  it.each(["app.example", "https://app.example/", "https://a.example:443", "file://", ""])(
    "%j is none",
    (entry) => {
      expect(isOrigin(entry)).toBe(false);
    },
  );
  it.each([
    ["docs.example", true],
    ["docs.example:80", false],
    ["Docs.example", false],
    ["", false],
  ])("%j is a host name: %s", (entry, is) => {
    expect(isHostName(entry)).toBe(is);
  });
});

describe("proxiesSchema", () => {
  it("takes addresses and ranges, and nothing else", () => {
    expect(proxiesSchema().parse("10.0.0.0/8, ::1,loopback")).toEqual([
      "10.0.0.0/8",
      "::1",
      "loopback",
    ]);
    expect(proxiesSchema().parse(undefined)).toEqual([]);
    for (const text of ["proxy.example", "10.0.0.0/64", "10.0.0.1,,"])
      expect(proxiesSchema().safeParse(text).success).toBe(false);
  });
});
