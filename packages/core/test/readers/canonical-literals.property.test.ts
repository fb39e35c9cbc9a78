import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget, type ResourceTarget } from "../../src/identity/target.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { codeOf } from "../failure-of.ts";

// One thing, one name: whatever a client writes, policy is asked about the canonical URI or about nothing at all.

const numRuns = Math.ceil(200 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const request = { context: undefined };
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/** Every way to write text between delimiters: each octet as it is, where the grammar lets it, or escaped in either case. */
function spellings(text: string): fc.Arbitrary<string> {
  const octets = Array.from(new TextEncoder().encode(text), (octet) => {
    const hex = octet.toString(16).padStart(2, "0");
    const raw = String.fromCodePoint(octet);
    const escaped = [`%${hex}`, `%${hex.toUpperCase()}`];
    return fc.constantFrom(...(/^[\w.~!$&'()*+,;=:@-]$/.test(raw) ? [raw, ...escaped] : escaped));
  });
  return fc.tuple(...octets).map((written) => written.join(""));
}

/** The one name of a segment: everything outside unreserved is escaped, in capitals (TPL-5). */
function canonical(text: string): string {
  return Array.from(new TextEncoder().encode(text), (octet) => {
    const raw = String.fromCodePoint(octet);
    return UNRESERVED.test(raw) ? raw : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

const schemes = fc.constantFrom("asset", "ASSET", "Asset", "asseT");
const values = fc
  .string({
    unit: fc.constantFrom(
      "a",
      "Z",
      "0",
      "é",
      "%",
      "2",
      "F",
      "+",
      " ",
      "~",
      "-",
      "&",
      ":",
      "日",
      ".",
    ),
    minLength: 1,
    maxLength: 5,
  })
  .filter((value) => value !== "." && value !== "..");
const suffixes = fc.constantFrom(
  "",
  "",
  "?v=1",
  "?v=%31",
  "?V=1",
  "#f",
  "#%66",
  "?v=1#f",
  "?v=1#%66",
);

/** A policy that denies one canonical URI in one of its four ways, and keeps what it was asked about. */
function denying(
  denied: string,
  how: "visible" | "read" | "decideMany" | "unavailable",
): { readonly policy: ResourcePolicy<unknown>; readonly asked: Set<string> } {
  const asked = new Set<string>();
  const permits = ({ uri }: ResourceTarget): boolean => {
    asked.add(uri);
    return uri !== denied;
  };
  const open = { ...publicPolicy(), visible: permits, read: permits };
  if (how === "visible") return { policy: { ...open, read: () => true }, asked };
  if (how === "read") return { policy: { ...open, visible: () => true }, asked };
  if (how === "unavailable") {
    const read = (target: ResourceTarget): boolean => permits(target);
    return { policy: { ...open, visible: () => ({ visible: true }), read }, asked };
  }
  const decideMany = (targets: readonly ResourceTarget[]) =>
    targets.map((target) =>
      permits(target) ? ({ visible: true, read: true } as const) : ({ visible: false } as const),
    );
  return { policy: { ...open, decideMany }, asked };
}

const requests = fc.record({
  scheme: schemes,
  host: fc.oneof(fc.constant("h"), spellings("h"), fc.constant("H")),
  literal: fc.oneof(fc.constant("users"), spellings("users"), fc.constant("Users")),
  value: values,
  tail: fc.oneof(fc.constant("data"), spellings("data")),
  suffix: suffixes,
});

describe("a denied instance of a template", () => {
  it("[FN-1] [TPL-3] [case X1] [case N14] is read under no spelling of scheme, host, literals, value, query or fragment, function or bundle; nobody is told any name but its own", async () => {
    const ways = fc.constantFrom(
      "visible" as const,
      "read" as const,
      "decideMany" as const,
      "unavailable" as const,
    );
    await fc.assert(
      fc.asyncProperty(
        requests.chain((wanted) => fc.tuple(fc.constant(wanted), spellings(wanted.value))),
        ways,
        fc.constantFrom("", "?v=1", "#f", "?v=1#f"),
        fc.boolean(),
        async ([wanted, written], how, ending, isBundle) => {
          const denied = `asset://h/users/${canonical(wanted.value)}/data${ending}`;
          const { policy, asked } = denying(denied, how);
          const served: string[] = [];
          const uriTemplate: string = `asset://h/users/{id}/data${ending}`;
          const binding = isBundle
            ? bundle(
                { uriTemplate, name: "t" },
                {
                  resolve: ({ canonicalUri }) =>
                    createReadPlan(createTarget({ uri: canonicalUri })),
                  read: ({ uri }) => {
                    served.push(uri);
                    return textPayload(uri, "text/plain");
                  },
                },
              )
            : resourceTemplate({ uriTemplate, name: "t" }, ({ uri }) => {
                served.push(uri);
                return uri;
              });
          const { scheme, host, literal, tail, suffix } = wanted;
          const uri = `${scheme}://${host}/${literal}/${written}/${tail}${suffix}`;

          const gateway = createResourceGateway({ policy, bindings: [binding] });
          expect(await codeOf(gateway.read(uri, request))).toBe("unavailable");
          expect(served).toEqual([]);
          expect([...asked].filter((name) => name !== denied)).toEqual([]);

          // It is a name of the thing at all only if scheme's case and escapes of the value are all that differs.
          const isName =
            host === "h" && literal === "users" && tail === "data" && suffix === ending;
          const open = createResourceGateway({ policy: publicPolicy(), bindings: [binding] });
          expect(await codeOf(open.read(uri, request))).toBe(isName ? "ok" : "unavailable");
          expect(served).toEqual(isName ? [denied] : []);
        },
      ),
      { numRuns },
    );
  });

  it("[FN-1] [SEL-1] [case X2] an exact entry that policy denies by name is read under no alias, with a template beside it that takes any name", async () => {
    const exact = "asset://h/users/me";
    const writes = fc.tuple(schemes, spellings("users"), spellings("me"));
    await fc.assert(
      fc.asyncProperty(
        writes,
        fc.constantFrom("visible" as const, "read" as const),
        async ([scheme, users, me], how) => {
          const { policy, asked } = denying(exact, how);
          const served: string[] = [];
          const gateway = createResourceGateway({
            policy,
            bindings: [
              resource({ uri: exact, name: "me" }, () => {
                served.push("exact");
                return "secret";
              }),
              resourceTemplate({ uriTemplate: "asset://h/users/{id}", name: "user" }, ({ uri }) => {
                served.push(uri);
                return uri;
              }),
              resourceTemplate(
                { uriTemplate: "asset://h/{kind}/me/x", name: "mine" },
                ({ uri }) => uri,
              ),
            ],
          });
          expect(await codeOf(gateway.read(`${scheme}://h/${users}/${me}`, request))).toBe(
            "unavailable",
          );
          expect(served).toEqual([]);
          expect([...asked].filter((name) => name !== exact)).toEqual([]);
        },
      ),
      { numRuns },
    );
  });
});

describe("the canonical URI", () => {
  it("[FN-1] [TPL-4] [LIM-2] is held to maxUriBytes too: a short spelling of a long name is an invalid value", async () => {
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [resourceTemplate({ uriTemplate: "a:/{v}", name: "t" }, ({ uri }) => uri)],
      limits: { maxUriBytes: 60 },
    });
    // Three bytes each once they are escaped, and three for what stands before.
    expect(await codeOf(gateway.read(`a:/${"!".repeat(19)}`, request))).toBe("ok");
    expect(await codeOf(gateway.read(`a:/${"!".repeat(20)}`, request))).toBe("invalid_capture");
    expect(await codeOf(gateway.read(`a:/${"x".repeat(57)}`, request))).toBe("ok");
    expect(await codeOf(gateway.read(`a:/${"x".repeat(58)}`, request))).toBe("invalid_uri");
  });

  it("[FN-1] [TGT-1] [TGT-3] is the target that policy gets, private data with it, the same object in both rounds", async () => {
    const seen: ResourceTarget[] = [];
    const authorizationData = { tenant: "blue" };
    const gateway = createResourceGateway({
      policy: {
        ...publicPolicy(),
        read: (target) => {
          seen.push(target);
          return true;
        },
      },
      bindings: [
        resourceTemplate(
          { uriTemplate: "a:/{v}", name: "t", authorizationData },
          ({ uri, match }) => `${uri} ${match.requestUri}`,
        ),
      ],
    });
    authorizationData.tenant = "changed";
    const { items } = await gateway.read("A:/%78!", request);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(seen[0]);
    expect([seen[0]?.uri, seen[0]?.authorizationData]).toEqual(["a:/x%21", { tenant: "blue" }]);
    expect(items).toMatchObject([{ uri: "A:/%78!", text: "a:/x%21 A:/%78!" }]);
  });
});
