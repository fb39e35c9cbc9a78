import { describe, expect, it } from "vitest";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { createCursorKeys } from "../../src/list/cursor-keys.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { discovering, numbered } from "./registered.ts";

/** A cursor's salt. */
function salt(byte: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(17).fill(byte);
}

/** Says that it is as long as it is told to, and is not. */
class Liar extends Uint8Array {
  said = 32;
  override get length(): number {
    return this.said;
  }
}

describe("what is copied is what counts", () => {
  it("[LST-4] bytes that lie about their length are no key", () => {
    expect(() => createCursorKeys([new Liar(8)])).toThrow("cursorKeys[0] must be a Uint8Array");
    expect(() => createCursorKeys([new Liar(32)])).not.toThrow();
  });

  it("[LST-3] bytes that lie about being there are no scope key", async () => {
    const policy = discovering(() => true, { scopeKey: () => new Liar(0) });
    const gateway = createResourceGateway({ policy, bindings: numbered(2) });
    const failure = await gateway.list({}, { context: undefined }).catch((error: unknown) => error);
    expect(isResourceFailure(failure) && failure.code).toBe("policy_failed");
  });

  it("[LST-3] a scope key that changes after it was given changes nothing", async () => {
    const key = new Uint8Array(8).fill(1);
    const policy = discovering(
      () => {
        key.fill(2);
        return true;
      },
      { scopeKey: () => key },
    );
    const gateway = createResourceGateway({ policy, bindings: numbered(3) });
    const { nextCursor } = await gateway.list({ pageSize: 1 }, { context: undefined });
    key.fill(1);
    const page = await gateway.list({ cursor: nextCursor }, { context: undefined });
    expect(page.items).toHaveLength(2);
  });

  it("[LST-4] key ids do not tell a key's derived bytes", async () => {
    // A cursor with an empty salt would be sealed with these very bytes if ids and keys were derived alike.
    const raw = new Uint8Array(32).fill(7);
    const [{ id }] = await createCursorKeys([raw]).load();
    const material = await crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]);
    const info = new TextEncoder().encode("mcp-resources/cursor");
    const bits = await crypto.subtle.deriveBits(
      { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
      material,
      64,
    );
    expect([...id]).not.toEqual([...new Uint8Array(bits)]);
    expect([...id]).not.toEqual([...raw.subarray(0, 8)]);
  });

  it("[LST-3] what is kept of cursors is bounded: an old one opens by being derived anew", async () => {
    const gateway = createResourceGateway({ policy: publicPolicy(), bindings: numbered(3) });
    const request = { context: undefined };
    const { nextCursor } = await gateway.list({ pageSize: 1 }, request);
    const keys = createCursorKeys([new Uint8Array(32)]);
    const [key] = await keys.load();
    const first = keys.derive(key, salt(0));
    expect(keys.derive(key, salt(0))).toBe(first);
    for (let byte = 1; byte <= 128; byte += 1) void keys.derive(key, salt(byte));
    expect(keys.derive(key, salt(0))).not.toBe(first);
    for (let more = 0; more < 130; more += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await gateway.list({ pageSize: 1 }, request);
    }
    const page = await gateway.list({ cursor: nextCursor }, request);
    expect(page.items.map((item) => item.uri)).toEqual(["a:000001", "a:000002"]);
  });
});
