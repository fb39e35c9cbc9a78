import { randomBytes } from "node:crypto";
import type { Persona } from "./exchange.ts";
import { createForgeAdmin, type Made } from "./forge-admin.ts";
import type { Scenery } from "./scenery.ts";
import { seedConversations } from "./seed-conversations.ts";
import { seedRepositories } from "./seed-repositories.ts";

/** What was made, and how to come in. */
export interface Seeded {
  readonly scenery: Scenery;
  readonly tokens: Readonly<Partial<Record<Persona, string>>>;
}

const READ = ["read:repository", "read:issue", "read:organization", "read:user", "read:misc"];

/** Fills an instance that has none of these names yet; everybody in it is invented. */
export async function seed(url: string, adminToken: string): Promise<Seeded> {
  const admin = createForgeAdmin(url, adminToken);
  const { send } = admin;
  const passwords = new Map<string, string>();
  const user = async (username: string, full_name: string, visibility: string): Promise<void> => {
    const password = randomBytes(18).toString("base64url");
    passwords.set(username, password);
    await send("POST", "/admin/users", {
      username,
      full_name,
      visibility,
      password,
      email: `${username}@people.example`,
      must_change_password: false,
    });
  };
  await user("mira", "Mira Çelik", "public");
  await user("bruno", "Bruno Müller-Ødegård 🦉", "public");
  await user("shy", "Shy Only For Members", "limited");
  await user("recluse", "Nobody Sees", "private");
  await user("noor-before", "نور", "public");
  await user("leaver", "Soon Gone", "public");
  await user("ousted", "May Not Sign In", "public");
  await send("POST", "/admin/users/noor-before/rename", { new_username: "noor" });
  await send(
    "PATCH",
    "/user/settings",
    {
      description: "Bookbinder & <em>gardener</em>.\nZweite Zeile: Größe 😀",
      location: "İzmir",
      website: "https://noor.example/über",
    },
    "noor",
  );

  const token = (name: string, scopes: readonly string[]): Promise<string> =>
    admin.token(name, passwords.get(name) ?? "", scopes);
  const tokens = {
    owner: await token("mira", READ),
    other: await token("bruno", READ),
    narrow: await token("mira", ["read:misc"]),
    barred: await token("ousted", READ),
    bad: "0".repeat(40),
  };
  await send("PATCH", "/admin/users/ousted", {
    source_id: 0,
    login_name: "ousted",
    prohibit_login: true,
  });

  const repositories = await seedRepositories(send);
  const conversations = await seedConversations(send);
  const version: Made = await send("GET", "/version");
  return {
    tokens,
    scenery: {
      server: `Forgejo ${String(version["version"])}`,
      users: {
        owner: "mira",
        other: "bruno",
        limited: "shy",
        hidden: "recluse",
        renamedFrom: "noor-before",
        renamedTo: "noor",
      },
      ids: {
        owner: (await send("GET", "/users/mira")).id,
        publicOrg: (await send("GET", "/orgs/paper-mill")).id,
      },
      orgs: { public: "paper-mill", limited: "inner-circle", private: "back-office" },
      repos: repositories.repos,
      commits: { ...repositories.commits, merge: conversations.mergeCommit },
      issues: conversations.issues,
      pulls: conversations.pulls,
      comments: conversations.comments,
    },
  };
}
