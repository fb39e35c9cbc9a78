import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freePort } from "./free-port.ts";
import { findSecrets, type Planted } from "./secret-search.ts";

const program = fileURLToPath(new URL("planted-server.ts", import.meta.url));

/** A secret for each place where somebody might put one. */
const PLACES = [
  "a header",
  "a refused token",
  "the query of the request",
  "the query of a read URI",
  "authorization data",
  "a completed value",
  "a tool's argument",
  "request metadata",
  "a cursor",
  "a body",
  "a thrown cause",
  "a malformed request",
] as const;

type Place = (typeof PLACES)[number];

const secrets = Object.fromEntries(
  PLACES.map((place, index) => [place, `SECRET${index}x${"kV9zQ".repeat(3)}${index}`]),
) as Record<Place, string>;

/** Collects whatever is sent to it, as an OTLP collector does. */
async function startCollector(): Promise<{
  url: string;
  received: () => string;
  close: () => void;
}> {
  let received = "";
  const port = await freePort();
  const server = createServer((request, response) => {
    request.on("data", (chunk) => (received += String(chunk)));
    request.on("end", () =>
      response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A busy run of the server, with every secret planted; gives all that came out beside the answers. */
async function busyRun(
  ...args: readonly string[]
): Promise<{ outputs: Record<string, string>; planted: readonly Planted[] }> {
  const collector = await startCollector();
  const child = spawn(process.execPath, ["--conditions=@org/source", program, ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_NO_WARNINGS: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      THROWN: secrets["a thrown cause"],
      BODY: secrets["a body"],
    },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => (stdout += String(data)));
  child.stderr.on("data", (data) => (stderr += String(data)));
  const ended = once(child, "close");
  while (!stdout.includes("\n")) {
    if (child.exitCode !== null) throw new Error(stderr);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.race([once(child.stdout, "data"), ended]);
  }
  const url = new URL(stdout.trim());
  const tokens = await Promise.all(
    ["olivia", "vera"].map(async (body) =>
      (await (await fetch(new URL("/dev/token", url), { method: "POST", body })).text()).trim(),
    ),
  );
  const answers = await makeBusy(url, tokens as [string, string]);
  const metrics = await (await fetch(new URL("/metrics", url))).text();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  collector.close();
  expect(answers).toContain(secrets["a body"]); // Who may, gets it.
  const planted = Object.entries(secrets).map(([where, secret]) => ({ where, secret }));
  const signatures = tokens.map((token) => ({
    where: "a token",
    secret: token.split(".")[2] as string,
  }));
  return {
    outputs: { stdout, stderr, metrics, traces: collector.received() },
    planted: [...planted, ...signatures],
  };
}

async function makeBusy(url: URL, [olivia, vera]: [string, string]): Promise<string> {
  const query = new URL(url);
  query.searchParams.set("access_token", secrets["the query of the request"]);
  const post = async (
    method: string,
    params: object,
    headers: Record<string, string> = {},
    to: URL = query,
  ): Promise<string> => {
    const response = await fetch(to, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        authorization: `Bearer ${olivia}`,
        cookie: `session=${secrets["a header"]}`,
        "x-forgejo-token": secrets["a header"],
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: { ...params, _meta: { "example.org/note": secrets["request metadata"] } },
      }),
    });
    return response.text();
  };
  const project = "wayfinding";
  const read = (uri: string, headers?: Record<string, string>): Promise<string> =>
    post("resources/read", { uri }, headers);
  const answers = await Promise.all([
    read(`bundle://projects/${project}/preview`),
    read(`asset://projects/${project}/information.svg/original`),
    read(`asset://projects/${project}/first-aid.svg/original`),
    read(`asset://projects/${project}/elevator.svg/original`),
    read(`asset://projects/${project}/${secrets["authorization data"]}.png/original`),
    read(`bundle://projects/${project}/preview?key=${secrets["the query of a read URI"]}`),
    read(`{${secrets["the query of a read URI"]}}`),
    read(`bundle://projects/${project}/preview`, { authorization: `Bearer ${vera}` }),
    read("docs://assets-server/guide", {
      authorization: `Bearer ${secrets["a refused token"]}`,
    }),
    read("docs://assets-server/guide", {
      authorization: `Basic ${secrets["a refused token"]}`,
    }),
    read("docs://assets-server/guide", { "x-boom": "1" }),
    read("docs://assets-server/guide", { "x-keys-away": "1" }),
    post("resources/list", { cursor: secrets["a cursor"] }),
    post("completion/complete", {
      ref: { type: "ref/resource", uri: "bundle://projects/{project}/preview" },
      argument: { name: "project", value: secrets["a completed value"] },
    }),
    post("tools/call", {
      name: "list_assets",
      arguments: { project: secrets["a tool's argument"] },
    }),
    post("tools/call", {
      name: secrets["a tool's argument"],
      arguments: { [secrets["a tool's argument"]]: 1 },
    }),
    post(secrets["a malformed request"], {}),
    fetch(query, {
      method: "POST",
      headers: { authorization: `Bearer ${olivia}`, "content-type": "application/json" },
      body: `{"${secrets["a malformed request"]}`,
    }).then((response) => response.text()),
    fetch(new URL(`/${secrets["the query of the request"]}`, url)).then(({ status }) =>
      String(status),
    ),
  ]);
  return answers.join("\n");
}

describe("all that a busy server says beside its answers", () => {
  it("holds no header, token, query parameter, body, authorization data or thrown cause [case R11]", async () => {
    const { outputs, planted } = await busyRun();
    // It did say something of each.
    expect(outputs["stderr"]).toContain('"outcome":"policy_failed"');
    expect(outputs["stderr"]).toContain("token refused");
    expect(outputs["stderr"]).toContain("token not checked");
    expect(outputs["stderr"]).toContain("request failed");
    expect(outputs["stderr"]).toContain("item failed");
    expect(outputs["metrics"]).toMatch(
      /resource_operations_total\{operation="read",outcome="ok"\} \d/,
    );
    expect(outputs["traces"]).toContain("resources.decide");
    expect(outputs["traces"]).toContain("policy_failed");
    expect(findSecrets(outputs, planted)).toEqual([]);
    // Nor who asked, where anybody may look.
    expect(outputs["metrics"]).not.toMatch(/olivia|vera|wayfinding/);
    expect(outputs["traces"]).not.toMatch(/olivia|vera|wayfinding/);
  });

  it("is searched well enough to catch a logger that leaks", async () => {
    const { outputs, planted } = await busyRun("leak");
    expect(findSecrets(outputs, planted)).toContain(
      "stderr holds what was in a thrown cause (clear)",
    );
  });
});

describe("findSecrets", () => {
  const secret = "kV9zQkV9zQkV9zQ";
  it.each<readonly [string, string]>([
    ["clear", `a ${secret} b`],
    ["percent-encoded", encodeURIComponent(`é${secret}`)],
    ["hex", Buffer.from(`x${secret}`).toString("hex")],
    ["base64", Buffer.from(`${secret}z`).toString("base64")],
    ["base64, one on", Buffer.from(`x${secret}z`).toString("base64")],
    ["base64, two on", Buffer.from(`xy${secret}z`).toString("base64")],
    ["base64, three on", Buffer.from(`xyz${secret}z`).toString("base64")],
  ])("finds it %s", (_spelling, text) => {
    expect(findSecrets({ out: text }, [{ where: "there", secret }])).not.toEqual([]);
  });
});
