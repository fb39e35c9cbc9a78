import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CursorBinding,
  digestScopeKey,
  draftCursor,
  openCursor,
  sealCursor,
} from "../../src/list/cursor.ts";
import { createCursorKeys, type CursorKeys } from "../../src/list/cursor-keys.ts";

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const keys = createCursorKeys([key(1)]);
const NOW = 1_000_000;

async function bindingFor(
  scopeKey: string | Uint8Array = "alice",
  method: CursorBinding["method"] = "resources",
  revision = 7,
): Promise<CursorBinding> {
  return {
    method,
    revision: new Uint8Array(32).fill(revision),
    scope: await digestScopeKey(scopeKey),
  };
}

async function seal(
  with_: CursorKeys,
  binding: CursorBinding,
  position: number,
  expiry: number,
): Promise<string> {
  return sealCursor(await draftCursor(with_), binding, position, expiry);
}

async function open(
  cursor: unknown,
  binding?: CursorBinding,
  with_ = keys,
  now = NOW,
): Promise<number | undefined> {
  return openCursor(with_, binding ?? (await bindingFor()), cursor, now);
}

describe("cursor", () => {
  it("[LST-3] gives its position back, to its own binding, until it expires", async () => {
    const cursor = await seal(keys, await bindingFor(), 41, NOW + 1);
    expect(await open(cursor)).toBe(41);
    expect(await open(cursor, undefined, keys, NOW + 1)).toBeUndefined();
  });

  it("[LST-3] has one length and one alphabet, whatever the position", async () => {
    const positions = [0, 1, 255, 65_536, 2 ** 32 - 1];
    const binding = await bindingFor();
    const cursors = await Promise.all(
      positions.map((position) => seal(keys, binding, position, NOW * 1e6)),
    );
    for (const cursor of cursors) expect(cursor).toMatch(/^[A-Za-z0-9_-]{88}$/);
    expect(await Promise.all(cursors.map((cursor) => open(cursor)))).toEqual(positions);
  });

  it("[LST-3] two cursors for the same position share nothing but version and key id", async () => {
    const binding = await bindingFor();
    const [a, b] = await Promise.all([seal(keys, binding, 1, NOW), seal(keys, binding, 1, NOW)]);
    expect(a.slice(0, 12)).toBe(b.slice(0, 12));
    expect(a.slice(12, 60)).not.toBe(b.slice(12, 60));
  });

  it("[LST-3] every single changed bit makes it invalid", async () => {
    const cursor = await seal(keys, await bindingFor(), 41, NOW + 1);
    const bytes = Buffer.from(cursor, "base64url");
    const altered = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      const at = Math.floor(bit / 8);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit % 8)), at);
      return copy.toString("base64url");
    });
    const opened = await Promise.all(altered.map((text) => open(text)));
    expect(opened.every((position) => position === undefined)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["the empty string [case L4]", ""],
    ["a word [case L2]", "bogus"],
    ["a number", 1],
    ["null", null],
    ["an object", { toString: () => "x" }],
    ["over 4 KiB", "A".repeat(4097)],
    ["a megabyte", "A".repeat(1_000_000)],
    ["88 zeros", "A".repeat(88)],
  ])("[LST-3] refuses %s", async (_, cursor) => {
    expect(await open(cursor)).toBeUndefined();
  });

  it("[LST-3] refuses another spelling of the same bytes", async () => {
    const cursor = await seal(keys, await bindingFor(), 41, NOW + 1);
    const bytes = Buffer.from(cursor, "base64url");
    const standard = bytes.toString("base64");
    const spellings = [
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      `${cursor}A`,
      cursor.slice(0, -1),
    ];
    if (standard !== cursor) spellings.push(standard);
    for (const opened of await Promise.all(spellings.map((text) => open(text)))) {
      expect(opened).toBeUndefined();
    }
  });

  it("[LST-3] means nothing to another method, registry or scope; bytes are no string", async () => {
    const cursor = await seal(keys, await bindingFor(), 41, NOW + 1);
    const others = await Promise.all([
      bindingFor("alice", "templates"),
      bindingFor("alice", "resources", 8),
      bindingFor("alicf"),
      bindingFor(new TextEncoder().encode("alice")),
    ]);
    const opened = await Promise.all(others.map((binding) => open(cursor, binding)));
    expect(opened).toEqual(others.map(() => undefined));
  });

  it("[LST-4] rotates in two steps: new key added behind, then in front, then the old one dropped", async () => {
    const before = createCursorKeys([key(1)]);
    const prepared = createCursorKeys([key(1), key(2)]);
    const switched = createCursorKeys([key(2), key(1)]);
    const after = createCursorKeys([key(2)]);
    const binding = await bindingFor();
    const [old, between, fresh] = await Promise.all(
      [before, prepared, switched].map((at) => seal(at, binding, 5, NOW + 1)),
    );
    const reads = await Promise.all(
      [before, prepared, switched, after].map(async (at) =>
        Promise.all([old, between, fresh].map((cursor) => open(cursor, binding, at))),
      ),
    );
    expect(reads).toEqual([
      [5, 5, undefined],
      [5, 5, 5],
      [5, 5, 5],
      [undefined, undefined, 5],
    ]);
  });

  it("[LST-4] without keys, each gateway knows its own cursors alone", async () => {
    const [one, other] = [createCursorKeys(undefined), createCursorKeys(undefined)];
    const cursor = await seal(one, await bindingFor(), 5, NOW + 1);
    expect([
      one.given,
      await open(cursor, undefined, one),
      await open(cursor, undefined, other),
    ]).toEqual([false, 5, undefined]);
  });

  it("[LST-4] keys are copied when they are given", async () => {
    const raw = key(1);
    const copied = createCursorKeys([raw]);
    raw.fill(9);
    const cursor = await seal(copied, await bindingFor(), 5, NOW + 1);
    expect(await open(cursor)).toBe(5);
  });

  it.each<[string, unknown]>([
    ["none", []],
    ["five", [key(1), key(2), key(3), key(4), key(5)]],
    ["31 bytes", [new Uint8Array(31)]],
    ["33 bytes", [key(1), new Uint8Array(33)]],
    ["a string", ["x".repeat(32)]],
    ["no array", key(1)],
    ["a hole", [undefined]],
  ])("[LST-4] refuses %s as keys", (_, given) => {
    expect(() => createCursorKeys(given as Uint8Array[])).toThrow(TypeError);
  });

  it("[LST-3] never opens what was not sealed for it, for any text", async () => {
    const binding = await bindingFor();
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .uint8Array({ minLength: 66, maxLength: 66 })
        .map((bytes) => Buffer.from(bytes).toString("base64url")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (cursor) => {
        expect(await open(cursor, binding)).toBeUndefined();
      }),
      { numRuns: Math.ceil(200 * Number(process.env["FUZZ_FACTOR"] ?? 1)) },
    );
  });

  it("[LST-3] salts and nonces do not repeat in 2 000 cursors", async () => {
    const binding = await bindingFor();
    const cursors = await Promise.all(
      Array.from({ length: 2000 }, () => seal(keys, binding, 1, NOW)),
    );
    const salts = cursors.map((cursor) => Buffer.from(cursor, "base64url").toString("hex", 9, 26));
    const nonces = cursors.map((cursor) =>
      Buffer.from(cursor, "base64url").toString("hex", 26, 38),
    );
    expect([new Set(salts).size, new Set(nonces).size]).toEqual([2000, 2000]);
  });
});
