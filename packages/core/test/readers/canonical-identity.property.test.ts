import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createResourceGateway } from "../../src/gateway.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { codeOf } from "../failure-of.ts";

const numRuns = Math.ceil(300 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const request = { context: undefined };

/** Every way to write one segment: each character raw where it may be, or escaped in either case. */
function spellings(segment: string): fc.Arbitrary<string> {
  const octets = Array.from(new TextEncoder().encode(segment));
  const parts = octets.map((octet) => {
    const escaped = octet.toString(16).padStart(2, "0");
    const raw = String.fromCodePoint(octet);
    const forms = [`%${escaped}`, `%${escaped.toUpperCase()}`];
    if (/[A-Za-z0-9._~!$&'()*+,;=:@-]/.test(raw)) forms.push(raw);
    return fc.constantFrom(...forms);
  });
  return fc.tuple(...parts).map((written) => written.join(""));
}

const schemes = fc.constantFrom("asset", "ASSET", "Asset", "aSSeT");
const names = fc
  .string({
    unit: fc.constantFrom("s", "é", "%", "2", "F", "+", " ", "~", "-", "&", "日", ":"),
    minLength: 1,
    maxLength: 6,
  })
  .filter((name) => name !== "." && name !== "..");

describe("a function-backed template", () => {
  it("[FN-1] [case X1] [case N14] no spelling of a denied instance is readable, and policy and reader only ever see its one name", async () => {
    const writes = names.chain((name) =>
      fc.tuple(fc.constant(name), schemes, spellings("p"), spellings(name)),
    );
    await fc.assert(
      fc.asyncProperty(writes, fc.boolean(), async ([name, scheme, project, file], hides) => {
        const canonical = `asset://h/p/${encodeURIComponent(name).replaceAll(/[!'()*]/g, (c) => `%${c.codePointAt(0)?.toString(16).toUpperCase() ?? ""}`)}`;
        const seen = new Set<string>();
        const deny = ({ uri }: { readonly uri: string }): boolean => {
          seen.add(uri);
          return uri !== canonical;
        };
        const policy: ResourcePolicy<unknown> = {
          ...publicPolicy(),
          ...(hides ? { visible: deny } : { read: deny }),
        };
        const served: string[] = [];
        const binding = resourceTemplate(
          { uriTemplate: "asset://h/{project}/{file}", name: "f" },
          ({ uri }) => {
            served.push(uri);
            return uri;
          },
        );
        const requested = `${scheme}://h/${project}/${file}`;
        const gateway = createResourceGateway({ policy, bindings: [binding] });
        expect(await codeOf(gateway.read(requested, request))).toBe("unavailable");
        expect(served).toEqual([]);
        expect([...seen]).toEqual([canonical]);

        const open = createResourceGateway({ policy: publicPolicy(), bindings: [binding] });
        const bundle = await open.read(requested, request);
        // What is served is the canonical thing under the name that was asked for, byte for byte (READ-9, case C5).
        expect(bundle.items).toMatchObject([{ uri: requested, text: canonical }]);
        expect(served).toEqual([canonical]);
      }),
      { numRuns },
    );
  });

  it("[FN-1] [case X2] [case X13] no escaped alias walks round an exact entry that is hidden", async () => {
    const policy: ResourcePolicy<unknown> = {
      ...publicPolicy(),
      discover: ({ uri }) => uri !== "asset://h/users/me",
    };
    const gateway = createResourceGateway({
      policy,
      bindings: [
        resource({ uri: "asset://h/users/me", name: "me" }, "secret"),
        resourceTemplate(
          { uriTemplate: "asset://h/users/{id}", name: "user" },
          ({ variables }) => variables.id,
        ),
      ],
    });
    const writes = fc.tuple(schemes, spellings("users"), spellings("me"));
    await fc.assert(
      fc.asyncProperty(writes, async ([scheme, users, me]) => {
        expect(await codeOf(gateway.read(`${scheme}://h/${users}/${me}`, request))).toBe(
          "unavailable",
        );
      }),
      { numRuns },
    );
    expect((await gateway.read("asset://h/users/%6Du", request)).items[0]?.text).toBe("mu");
  });
});
