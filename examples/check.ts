// Talks to every example with the official client of SDK v2, and says what it saw: exit code 0 if all of it is right.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readReport } from "@org/resources-reporting";

const auto = { versionNegotiation: { mode: "auto" } } as const;
const info = { name: "check", version: "1.0.0" };
const command = process.execPath;
const program = (file: string) => [...process.execArgv, new URL(file, import.meta.url).pathname];

async function overStdio(file: string, ...args: string[]): Promise<Client> {
  const client = new Client(info, auto);
  await client.connect(new StdioClientTransport({ command, args: [...program(file), ...args] }));
  return client;
}

async function overHttp(url: URL, token: string): Promise<Client> {
  const client = new Client(info, auto);
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

/** Ann may read every note; Bob gets what he may, and is told that something is missing. */
async function checkNotes(ann: Client, bob: Client): Promise<void> {
  const { resourceTemplates } = await ann.listResourceTemplates();
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ["note://team/{name}"],
  );

  const whole = await ann.readResource({ uri: "notes://team" });
  assert.equal(whole.contents.length, 3);
  const part = await bob.readResource({ uri: "notes://team" });
  const reading = readReport(part);
  assert.ok(reading.status === "ok" && reading.report.partial);
  assert.deepEqual(
    reading.report.issues.map(({ uri }) => uri),
    ["note://team/budget"],
  );
  assert.equal(part.contents.length, 3); // the warning and two notes

  const budget = { uri: "note://team/budget" };
  assert.match(JSON.stringify(await ann.readResource(budget)), /There is none/);
  await assert.rejects(bob.readResource(budget), { code: -32602 });

  const ref = { type: "ref/resource", uri: "note://team/{name}" } as const;
  const argument = { name: "name", value: "" };
  const { completion } = await bob.complete({ ref, argument });
  assert.deepEqual(completion.values, ["agenda", "lunch"]);
  await Promise.all([ann.close(), bob.close()]);
}

async function checkHttp(file: string): Promise<void> {
  const server: ChildProcess = spawn(command, program(file), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const printed: unknown[] = await once(server.stdout ?? server, "data");
    const url = new URL(String(printed[0]).trim());
    await checkNotes(await overHttp(url, "token-of-ann"), await overHttp(url, "token-of-bob"));
    for (const authorization of ["", "Bearer token-of-nobody"]) {
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      const stranger = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization },
      });
      assert.equal(stranger.status, 401);
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      assert.doesNotMatch(await stranger.text(), /expired/);
    }
  } finally {
    server.kill();
  }
}

const checks: Readonly<Record<string, () => Promise<void>>> = {
  "v1-stdio": async () => {
    const [ann, bob] = await Promise.all([
      overStdio("v1-stdio.ts", "ann"),
      overStdio("v1-stdio.ts", "bob"),
    ]);
    assert.match(JSON.stringify(await ann.callTool({ name: "say_hello" })), /Hello ann/);
    await checkNotes(ann, bob);
  },
  "v2-stdio": async () => {
    const [ann, bob] = await Promise.all([
      overStdio("v2-stdio.ts", "ann"),
      overStdio("v2-stdio.ts", "bob"),
    ]);
    const ref = { type: "ref/prompt", name: "summarize" } as const;
    const { completion } = await ann.complete({ ref, argument: { name: "tone", value: "b" } });
    assert.deepEqual(completion.values, ["brief"]);
    await checkNotes(ann, bob);
  },
  "v2-hono": () => checkHttp("v2-hono.ts"),
  "v1-express": () => checkHttp("v1-express.ts"),
  local: async () => {
    const client = await overStdio("local.ts");
    const { contents } = await client.readResource({ uri: "example://source" });
    assert.match(JSON.stringify(contents), /A local server without a policy/);
    const square = await client.readResource({ uri: "example://square/12" });
    assert.match(JSON.stringify(square.contents), /12 × 12 = 144/);
    await client.close();
  },
};

for (const [name, check] of Object.entries(checks)) {
  // oxlint-disable-next-line no-await-in-loop -- one after the other: the output is read by people
  await check();
  console.log(`ok ${name}`);
}
