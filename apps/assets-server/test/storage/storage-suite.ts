import { createHash } from "node:crypto";
import { publicPolicy } from "@org/resources-core";
import { deferred } from "@org/resources-testkit";
import { sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessPolicy } from "../../src/access/access-policy.ts";
import type { Grants, RightsEditor } from "../../src/access/grants.ts";
import type { Principal } from "../../src/access/principal.ts";
import type { Rights, RightsName } from "../../src/access/rights.ts";
import type { ImportedAsset } from "../../src/assets/asset.ts";
import type { AssetStore } from "../../src/assets/asset-store.ts";
import { ASSET_PARTS, PREVIEW } from "../../src/resources/addresses.ts";
import { createAssetsGateway } from "../../src/serving/assets-gateway.ts";
import { ASSETS_OF, createListsGateway, PROJECTS_URI } from "../../src/tools/lists-gateway.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { databaseShelf } from "../../src/storage/database-shelf.ts";
import type { Database } from "../../src/storage/database.ts";
import * as tables from "../../src/storage/schema.ts";
import { permissionIn } from "../access/rights-model.ts";

const PRINCIPALS = ["ann", "bob", 'c","d'];
const PROJECTS = ["p", "café"];
const ASSETS = ["plain", "secret", 'x","y'];
const NAMES: readonly RightsName[] = PROJECTS.flatMap((project) => [
  { project },
  ...ASSETS.map((asset) => ({ project, asset })),
]);

/** What can be told from a content which asset it is of. */
const bodyOf = (project: string, asset: string): string => `the body of ${asset} in ${project}`;

function textAsset(project: string, id: string, text = bodyOf(project, id)): ImportedAsset {
  const bytes = Buffer.from(text);
  return {
    project,
    id,
    mimeType: "text/plain",
    size: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    original: { mimeType: "text/plain", text },
    thumbnail: { mimeType: "text/plain", text: `thumbnail: ${text}` },
  };
}

const principal = fc.constantFrom(...PRINCIPALS);
const project = fc.constantFrom(...PROJECTS);
const asset = fc.constantFrom(...ASSETS);
const role = fc.constantFrom("owner", "member", "viewer");
const grants: fc.Arbitrary<Grants> = fc.record({
  roles: fc.uniqueArray(fc.record({ principal, project, role }), {
    selector: (held) => JSON.stringify([held.principal, held.project]),
  }),
  restricted: fc.uniqueArray(fc.record({ project, asset }), { selector: JSON.stringify }),
  revoked: fc.uniqueArray(fc.record({ principal, project, asset }), { selector: JSON.stringify }),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant("role"), principal, project, role }),
  fc.record({ kind: fc.constant("no role"), principal, project }),
  fc.record({ kind: fc.constant("revoke"), principal, project, asset }),
  fc.record({ kind: fc.constant("restrict"), project, asset }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(before: Grants, step: Change): Grants {
  const others = before.roles.filter(
    (held) =>
      !("principal" in step && held.principal === step.principal && held.project === step.project),
  );
  if (step.kind === "role" && "role" in step) return { ...before, roles: [...others, step] };
  if (step.kind === "no role") return { ...before, roles: others };
  if (step.kind === "revoke" && "principal" in step && "asset" in step)
    return { ...before, revoked: [...before.revoked, step] };
  if ("asset" in step) return { ...before, restricted: [...before.restricted, step] };
  throw new TypeError("no such change");
}

function apply(editor: RightsEditor, step: Change): Promise<void> {
  if (step.kind === "role" && "role" in step)
    return editor.giveRole(step.principal, step.project, step.role);
  if (step.kind === "no role" && "principal" in step)
    return editor.removeRole(step.principal, step.project);
  if (step.kind === "revoke" && "principal" in step && "asset" in step)
    return editor.revokeAsset(step.principal, step.project, step.asset);
  if ("asset" in step) return editor.restrictAsset(step.project, step.asset);
  throw new TypeError("no such change");
}

const runs = (base: number): { numRuns: number } => ({
  numRuns: base * Number(process.env["FUZZ_FACTOR"] ?? 1),
});

/** What holds on every database that this program runs on. */
export function storageSuite(open: () => Promise<Database>): void {
  let database: Database;
  let store: AssetStore;
  let rights: Rights;
  let editor: RightsEditor;
  beforeAll(async () => {
    database = await open();
    store = databaseAssets(database);
    rights = databaseRights(database);
    editor = databaseRightsEditor(database);
    for (const id of PROJECTS) {
      const shelf = databaseShelf(database.write, id);
      // oxlint-disable no-await-in-loop
      await shelf.putProject({ id, title: id, about: `about ${id}` });
      for (const each of ASSETS) await shelf.putAsset(textAsset(id, each), []);
      // oxlint-enable no-await-in-loop
    }
  }, 60_000);
  afterAll(() => database.close());

  const nothing: Grants = { roles: [], restricted: [], revoked: [] };

  describe("rights", () => {
    it("are those of the model, through any changes, for policy and storage alike", async () => {
      await fc.assert(
        fc.asyncProperty(grants, fc.array(change, { maxLength: 4 }), async (first, steps) => {
          await editor.replaceAll(first);
          let now = first;
          // oxlint-disable no-await-in-loop
          for (const step of [undefined, ...steps]) {
            if (step !== undefined) {
              await apply(editor, step);
              now = changed(now, step);
            }
            for (const who of PRINCIPALS) {
              const expected = NAMES.map((name) => permissionIn(now, who, name));
              expect(await rights.permissions(who, NAMES)).toEqual(expected);
              const listed = await store.assets(who, "p");
              expect(listed.filter(({ mimeType }) => mimeType !== undefined)).toEqual(
                ASSETS.filter(
                  (name) => permissionIn(now, who, { project: "p", asset: name }) === "readable",
                ).map((id) => ({
                  id,
                  mimeType: "text/plain",
                  size: Buffer.byteLength(bodyOf("p", id)),
                })),
              );
              const ids = await store.assetIds(who, "p");
              expect(listed.map(({ id }) => id)).toEqual(ids);
              expect(ids).toEqual(
                ASSETS.filter(
                  (name) => permissionIn(now, who, { project: "p", asset: name }) !== "hidden",
                ),
              );
            }
          }
          // oxlint-enable no-await-in-loop
        }),
        runs(15),
      );
    });

    it("advance the revision of whomever a change concerns, and of nobody else", async () => {
      await fc.assert(
        fc.asyncProperty(grants, change, async (first, step) => {
          await editor.replaceAll(first);
          const before = await Promise.all(PRINCIPALS.map((who) => rights.revision(who)));
          await apply(editor, step);
          const after = await Promise.all(PRINCIPALS.map((who) => rights.revision(who)));
          const next = changed(first, step);
          for (const [index, who] of PRINCIPALS.entries()) {
            const permissions = (given: Grants): string =>
              JSON.stringify(NAMES.map((name) => permissionIn(given, who, name)));
            const concerned = permissions(first) !== permissions(next);
            const foreign = "principal" in step && step.principal !== who;
            const advanced = (after[index] ?? 0) > (before[index] ?? 0);
            expect({ who, advanced, concerned, foreign }).not.toMatchObject(
              advanced ? { foreign: true } : { concerned: true },
            );
          }
        }),
        runs(20),
      );
    });

    it("bring a principal's own projects, in order", async () => {
      await editor.replaceAll({
        ...nothing,
        roles: PROJECTS.map((id) => ({ principal: "ann", project: id, role: "viewer" })),
      });
      expect(await rights.projects("ann")).toEqual(["café", "p"]);
      expect(await rights.projects("bob")).toEqual([]);
    });

    it("may not speak of a project that is not there", async () => {
      await expect(editor.giveRole("ann", "typo", "viewer")).rejects.toThrow("foreign key");
      expect(await rights.permissions("ann", [{ project: "typo" }])).toEqual(["hidden"]);
    });

    it("are nobody's where no principal is set, or an empty one", async () => {
      await editor.replaceAll({
        ...nothing,
        roles: [{ principal: "ann", project: "p", role: "owner" }],
      });
      expect(await rights.permissions("", [{ project: "p" }])).toEqual(["hidden"]);
      expect(await store.project("", "p")).toBeUndefined();
      await expect(editor.giveRole("", "p", "owner")).rejects.toThrow("check constraint");
    });
  });

  describe("storage, with the gateway's policy replaced by one that permits everything", () => {
    const uris = PROJECTS.flatMap((id) => [
      { uri: PREVIEW.expand({ project: id }), name: { project: id } },
      ...ASSETS.flatMap((each) =>
        Object.values(ASSET_PARTS).map((template) => ({
          uri: template.expand({ project: id, asset: each }),
          name: { project: id, asset: each },
        })),
      ),
    ]);
    const everything = NAMES.filter(({ asset: each }) => each !== undefined);

    it("gives, to many at once, all that rights allow and nothing that they forbid", async () => {
      const gateway = createAssetsGateway({
        store,
        rights,
        policy: { ...publicPolicy(), scopeKey: () => "everybody" },
      });
      await fc.assert(
        fc.asyncProperty(grants, fc.array(change, { maxLength: 2 }), async (first, steps) => {
          await editor.replaceAll(first);
          let now = first;
          for (const step of steps) {
            // oxlint-disable-next-line no-await-in-loop
            await apply(editor, step);
            now = changed(now, step);
          }
          const given = await Promise.all(
            PRINCIPALS.flatMap((who) =>
              uris.map(async ({ uri, name }) => {
                const context: Principal = { id: who, name: who };
                const bundle = await gateway.read(uri, { context }).catch(() => undefined);
                return { who, uri, name, bundle };
              }),
            ),
          );
          for (const { who, uri, name, bundle } of given) {
            const allowed = permissionIn(now, who, name) === "readable";
            expect({ who, uri, given: bundle !== undefined }).toEqual({ who, uri, given: allowed });
            const text = JSON.stringify(bundle ?? "").replaceAll("\\", "");
            const leaked = everything.filter(
              ({ project: of, asset: each = "" }) =>
                text.includes(bodyOf(of, each)) &&
                permissionIn(now, who, { project: of, asset: each }) !== "readable",
            );
            expect({ who, uri, leaked }).toEqual({ who, uri, leaked: [] });
          }
        }),
        runs(6),
      );
    }, 60_000);

    it("lists nothing that rights hide, and no address of what they close", async () => {
      await editor.replaceAll({
        roles: [{ principal: "bob", project: "p", role: "viewer" }],
        restricted: [{ project: "p", asset: "secret" }],
        revoked: [{ principal: "bob", project: "p", asset: "plain" }],
      });
      const lists = createListsGateway({ store, rights, policy: publicPolicy() });
      const list = { page: 1, limit: 50, after: undefined };
      const context = { id: "bob", name: "Bob", list };
      const textOf = async (uri: string): Promise<unknown> =>
        JSON.parse((await lists.read(uri, { context })).items[0]?.text ?? "");
      expect(await textOf(PROJECTS_URI)).toMatchObject({ rows: [{ project: "p" }], total: 1 });
      const assets = await textOf(ASSETS_OF.expand({ project: "p" }));
      expect(assets).toMatchObject({
        rows: [
          { asset: "plain", readable: false },
          { asset: 'x","y', readable: true },
        ],
        total: 2,
      });
      expect(JSON.stringify(assets)).not.toContain("plain/");
    });

    it("gives nothing that was revoked between the plan and the body", async () => {
      await editor.replaceAll({
        ...nothing,
        roles: [{ principal: "ann", project: "p", role: "owner" }],
      });
      const late: AssetStore = {
        ...store,
        assetIds: async (...asked) => {
          const ids = await store.assetIds(...asked);
          await editor.revokeAsset("ann", "p", "secret");
          return ids;
        },
      };
      const gateway = createAssetsGateway({ store: late, rights, policy: publicPolicy() });
      const context: Principal = { id: "ann", name: "Ann" };
      const bundle = await gateway.read(PREVIEW.expand({ project: "p" }), { context });
      expect(bundle.partial).toBe(true);
      expect(JSON.stringify(bundle)).not.toContain(bodyOf("p", "secret"));
    });
  });

  describe("one transaction", () => {
    it("as a reader can read nothing else, change nothing, and become nobody", async () => {
      await editor.replaceAll({
        ...nothing,
        roles: [{ principal: "ann", project: "p", role: "viewer" }],
      });
      const attempt = (statement: string): Promise<unknown> =>
        database.readAs("ann", undefined, (tx) => tx.execute(sql.raw(statement)));
      for (const table of ["roles", "restrictions", "revocations", "permission_revisions"])
        // oxlint-disable-next-line no-await-in-loop
        await expect(attempt(`select * from assets.${table}`)).rejects.toThrow("permission denied");
      await expect(attempt("delete from assets.assets")).rejects.toThrow("read-only");
      await expect(
        database.readAs("ann", undefined, async (tx) => {
          await tx.execute(sql`set local row_security = off`);
          return tx.select().from(tables.contents);
        }),
      ).rejects.toThrow("row-level security");
    });

    it("is not begun once nobody waits for it any more", async () => {
      const stop = new AbortController();
      const gone = new Error("the client went away");
      const gate = deferred<string>();
      // As many as there can be connections, so that the next has to wait for one.
      const busy = Array.from({ length: 10 }, () =>
        database.readAs("ann", undefined, () => gate.promise),
      );
      let worked = false;
      const waiting = database.readAs("ann", stop.signal, async () => {
        worked = true;
      });
      stop.abort(gone);
      gate.resolve("open");
      await expect(waiting).rejects.toBe(gone);
      await Promise.all(busy);
      expect(worked).toBe(false);
      await expect(store.project("ann", "p", stop.signal)).rejects.toBe(gone);
      await expect(rights.permissions("ann", NAMES, stop.signal)).rejects.toBe(gone);
    });

    it("leaves no half asset behind when it fails", async () => {
      const shelf = databaseShelf(database.write, "p");
      const wrong = { ...textAsset("p", "half"), sha256: "no hash" };
      await expect(shelf.putAsset(wrong, [])).rejects.toThrow("check constraint");
      await editor.giveRole("ann", "p", "owner");
      expect(await store.assetIds("ann", "p")).toEqual(ASSETS);
    });

    it("fails with the database's words, which hold no parameter", async () => {
      const failure: unknown = await editor
        .giveRole("ann", "a secret project", "owner")
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure instanceof Error ? `${failure.message} ${failure.stack}` : "").not.toContain(
        "a secret project",
      );
    });
  });

  it("keeps bodies byte for byte, text and bytes, empty ones too", async () => {
    const shelf = databaseShelf(database.write, "p");
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const binary: ImportedAsset = {
      ...textAsset("p", "binary"),
      mimeType: "application/octet-stream",
      size: 256,
      original: { mimeType: "application/octet-stream", bytes },
      width: 3,
      height: 4,
    };
    await editor.giveRole("ann", "p", "owner");
    await shelf.putAsset(binary, []);
    await shelf.putAsset(textAsset("p", "text", "\u{feff}ä\r\n𝄞"), []);
    await shelf.putAsset(textAsset("p", "empty", ""), []);
    const original = await store.body("ann", "p", "binary", "original");
    expect(Buffer.from(original?.bytes ?? []).equals(bytes)).toBe(true);
    expect(await store.body("ann", "p", "binary", "thumbnail")).toEqual(binary.thumbnail);
    expect((await store.body("ann", "p", "text", "original"))?.text).toBe("\u{feff}ä\r\n𝄞");
    expect((await store.body("ann", "p", "empty", "original"))?.text).toBe("");
    expect(await store.asset("ann", "p", "binary")).toMatchObject({ size: 256, width: 3 });
    expect(await store.asset("ann", "p", "text")).not.toHaveProperty("width");
    await shelf.remove(["binary", "text", "empty"]);
    expect(await store.body("ann", "p", "binary", "original")).toBeUndefined();
  });

  it("has the tables that the queries are written for", async () => {
    const described = [
      tables.projects,
      tables.assets,
      tables.contents,
      tables.roles,
      tables.restrictions,
      tables.revocations,
      tables.permissionRevisions,
    ].map((table) => getTableConfig(table));
    const columns = described.flatMap(({ name, columns: list }) =>
      list.map((column) => `${name}.${column.name} ${column.getSQLType()} ${column.notNull}`),
    );
    const found = await database.write((tx) =>
      tx
        .select({
          line: sql<string>`c.table_name || '.' || c.column_name || ' ' || c.data_type || ' ' || (c.is_nullable = 'NO')::text`,
        })
        .from(sql`information_schema.columns c`)
        .where(sql`c.table_schema = 'assets' and c.table_name <> 'migrations'`),
    );
    expect(columns.toSorted()).toEqual(found.map(({ line }) => line).toSorted());
  });

  it("answers the gateway's own policy as it answers storage", async () => {
    await editor.replaceAll({
      ...nothing,
      roles: [{ principal: "bob", project: "p", role: "viewer" }],
      restricted: [{ project: "p", asset: "secret" }],
    });
    const gateway = createAssetsGateway({ store, rights, policy: accessPolicy(rights) });
    const context: Principal = { id: "bob", name: "Bob" };
    const bundle = await gateway.read(PREVIEW.expand({ project: "p" }), { context });
    expect(bundle.items.map(({ uri }) => decodeURIComponent(uri))).toEqual([
      "bundle://projects/p/preview",
      "asset://projects/p/plain/thumbnail",
      'asset://projects/p/x","y/thumbnail',
    ]);
    expect(bundle.partial).toBe(false);
  });
}
