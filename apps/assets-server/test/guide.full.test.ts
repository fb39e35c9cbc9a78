// Does what docs/guides/your-own-folder.md says, in its order, as somebody who has only its text.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./serving/free-port.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const architecture = process.arch === "arm64" ? "arm64" : "x64";
const RUNTIMES = [
  ["20.19", join(root, `tests/runtimes/node20/node_modules/node-linux-${architecture}/bin/node`)],
  ["24", process.execPath],
] as const;

interface Step {
  readonly language: string;
  readonly marks: readonly string[];
  readonly code: string;
}

const page = await readFile(join(root, "docs/guides/your-own-folder.md"), "utf8");
const steps: readonly Step[] = Array.from(
  page.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```$/gm),
  ([, language = "", marks = "", code = ""]) => ({
    language,
    marks: marks.trim().split(" "),
    code,
  }),
);
const commands = steps.filter(
  ({ language, marks }) => language === "sh" && !marks.includes("no-run"),
);
/** What the three configurations on the page hold, as far as this looks at it. */
interface Configuration {
  readonly servers?: {
    readonly assets: {
      readonly url?: string;
      readonly headers?: { readonly Authorization: string };
    };
  };
}
const configurations = steps
  .filter(({ language }) => language === "json")
  .map(({ code }) => JSON.parse(code) as Configuration);

interface StdioEntry {
  readonly command: string;
  readonly args: readonly string[];
}

async function readThrough(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<unknown> {
  const client = new Client({ name: "guide", version: "0" });
  await client.connect(transport);
  const { contents } = await client.readResource({ uri: "bundle://projects/pictures/preview" });
  const { structuredContent } = await client.callTool({ name: "list_projects" });
  await client.close();
  return { uris: contents.map(({ uri }) => uri), structuredContent };
}

const SEEN = {
  uris: [
    "bundle://projects/pictures/preview",
    "asset://projects/pictures/elevator.svg/thumbnail",
    "asset://projects/pictures/lost-and-found.webp/thumbnail",
  ],
  structuredContent: expect.objectContaining({ total: 1 }) as unknown,
};

describe("the guide to one's own folder", () => {
  it("has the commands that are tried here, and no other", () => {
    expect(commands.map(({ code }) => code.split(/ --?|\n/)[0])).toEqual([
      "npm run build",
      "node apps/assets-server/dist/main.js import ~/pictures",
      "node apps/assets-server/dist/main.js explain",
      "node apps/assets-server/dist/main.js stdio",
      "node apps/assets-server/dist/main.js serve",
      "node apps/assets-server/dist/main.js token",
    ]);
    expect(configurations).toHaveLength(3);
  });
});

describe.each(RUNTIMES)("the guide to one's own folder, on Node %s", (_, node) => {
  let home = "";
  let port = 0;
  const running: ChildProcess[] = [];
  const [, importing, explaining, printing, serving, asking] = commands;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "guide-"));
    port = await freePort();
    await mkdir(join(home, "pictures"));
    for (const name of ["elevator.svg", "lost-and-found.webp", "about.md"])
      // oxlint-disable-next-line no-await-in-loop
      await copyFile(
        fileURLToPath(new URL(`../samples/wayfinding/${name}`, import.meta.url)),
        join(home, "pictures", name),
      );
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await rm(home, { recursive: true, force: true });
  });

  const environment = (): Record<string, string> => ({
    HOME: home,
    PORT: String(port),
    PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`,
  });
  const shell = (step: Step | undefined): string => {
    const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", step?.code ?? "false"], {
      cwd: root,
      env: environment(),
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };

  it("imports, and says that it can be read", () => {
    expect(shell(importing)).toContain("pictures: 2 files: 2 added");
    expect(shell(explaining)).toContain("Outcome: complete.");
  });

  it("prints a configuration that a client reads with, and shows the same", async () => {
    const printed = JSON.parse(shell(printing)) as { mcpServers: { assets: StdioEntry } };
    const { command, args } = printed.mcpServers.assets;
    expect(command).toBe(await realpath(node));
    const transport = new StdioClientTransport({ command, args: [...args], stderr: "inherit" });
    expect(await readThrough(transport)).toEqual(SEEN);
    // What the page shows is this, on another machine.
    const elsewhere = {
      mcpServers: { assets: { command: "/usr/bin/node", args: args.map(there) } },
    };
    expect(configurations[0]).toEqual(elsewhere);
    expect(configurations[1]).toEqual({
      servers: { assets: { type: "stdio", ...elsewhere.mcpServers.assets } },
    });
  });

  it("serves over HTTP, with the token that was asked for", async () => {
    const server = spawn("sh", ["-e", "-c", `exec ${serving?.code ?? "false"}`], {
      cwd: root,
      env: environment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    running.push(server);
    let output = "";
    for await (const data of server.stdout) {
      output += String(data);
      if (output.includes("Stop with Ctrl-C.")) break;
    }
    const token = shell(asking).trim();
    const { url = "", headers } = configurations[2]?.servers?.assets ?? {};
    const authorization = headers?.Authorization.replace("TOKEN", token) ?? "";
    const transport = new StreamableHTTPClientTransport(
      new URL(url.replace("8722", String(port))),
      { requestInit: { headers: { authorization } } },
    );
    expect(await readThrough(transport)).toEqual(SEEN);
    server.kill("SIGTERM");
    await once(server, "exit");
    expect(server.exitCode).toBe(0);
  });

  const there = (argument: string): string =>
    argument.replace(root, "/home/me/mcp-resources/").replace(home, "/home/me");
});
