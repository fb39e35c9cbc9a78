// The audit against registries on loopback: one that knows something, one that knows nothing, one that answers no audits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../audit.ts", import.meta.url));

async function audit(status: number, advisories: object): Promise<{ code: number; said: string }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(advisories));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const address = `http://127.0.0.1:${String(port)}/`;
    const child = spawn(process.execPath, [script, "--registry", address]);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [code] = (await once(child, "close")) as [number];
    return { code, said };
  } finally {
    server.close();
  }
}

it("fails on a vulnerability in what the packages bring, and names it", async () => {
  const zod = {
    id: 1,
    url: "https://example.com/advisory",
    title: "planted",
    severity: "low",
    vulnerable_versions: "<99",
    cwe: [],
    cvss: { score: 1, vectorString: null },
  };
  const { code, said } = await audit(200, { zod: [zod] });
  expect(said).toMatch(/planted/);
  expect(code).toBe(1);
});

it("is content where nothing is known", async () => {
  expect(await audit(200, {})).toEqual({ code: 0, said: "no known vulnerability\n" });
});

it("judges nothing where no audits are answered, and says so", async () => {
  const { code, said } = await audit(405, {});
  expect(said).toMatch(/^not judged: the registry answers no audits/);
  expect(code).toBe(0);
});
