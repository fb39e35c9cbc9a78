import { afterEach, describe, expect, it } from "vitest";
import { canonical, RecordedAnswers, recordedExchanges, scenery } from "./recorded-answers.ts";
import { startRecordedForgejo, TOKENS, type RecordedForgejo } from "./recorded-forgejo.ts";

const MAIN = "/api/v1/repos/paper-mill/almanac";
const open: RecordedForgejo[] = [];

async function start(): Promise<RecordedForgejo> {
  const forgejo = await startRecordedForgejo();
  open.push(forgejo);
  return forgejo;
}

function get(forgejo: RecordedForgejo, path: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `token ${token}` };
  return fetch(`${forgejo.url}${path}`, { headers, redirect: "manual" });
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((forgejo) => forgejo[Symbol.asyncDispose]()));
});

describe("recordings", () => {
  it("name who asked, method, path, status, headers and what answered", () => {
    const exchanges = recordedExchanges();
    expect(exchanges.length).toBeGreaterThan(150);
    expect(scenery.server).toMatch(/^Forgejo \d/u);
    for (const { as, method, path, headers } of exchanges) {
      expect(as).not.toEqual([]);
      expect(method).toBe("GET");
      expect(path).toMatch(/^\/api\/v1\//u);
      expect(headers).not.toHaveProperty("date");
    }
  });

  it("hold nobody's address, and no host but examples", () => {
    for (const { body, headers } of recordedExchanges()) {
      const text = `${body} ${JSON.stringify(headers)}`;
      for (const [, host] of text.matchAll(/https?:\/\/([^/"\\?\s)]+)/gu))
        expect(host).toMatch(/(^|\.)example$/u);
      for (const [, host] of text.matchAll(/[\w.+-]+@([\w.-]+)/gu))
        expect(host).toMatch(/(^|\.)example$/u);
    }
  });

  it("pages that are computed from others are those that the instance sent", () => {
    const all = recordedExchanges();
    const pages = all.filter(
      ({ path, status }) =>
        status === 200 && /limit=(?!30)/u.test(path) && !path.includes("/comments"),
    );
    expect(pages.length).toBeGreaterThan(8);
    for (const page of pages) {
      const others = all.filter(({ path }) => !/limit=(?!30)/u.test(path));
      const [persona] = page.as;
      if (persona === undefined) throw new Error("recorded for nobody");
      const computed = new RecordedAnswers(others).find(persona, page.path);
      expect(JSON.parse(computed?.body ?? "null"), page.path).toEqual(JSON.parse(page.body));
      expect(computed?.headers["x-total-count"], page.path).toBe(page.headers["x-total-count"]);
    }
  });

  it("a comment by itself is the row of its thread", () => {
    const all = recordedExchanges();
    const single = /\/issues\/comments\/\d+$/u;
    const answers = new RecordedAnswers(all.filter(({ path }) => !single.test(path)));
    const read = all.filter(({ path, status }) => single.test(path) && status === 200);
    expect(read.length).toBeGreaterThan(5);
    for (const { as, path, headers, body } of read) {
      const computed = answers.find(as[0] ?? "anonymous", path);
      expect(JSON.parse(computed?.body ?? "null"), path).toEqual(JSON.parse(body));
      expect(computed?.headers, path).toEqual(headers);
    }
  });

  it("are asked alike whatever the order of the query", () => {
    expect(canonical("/a?b=1&a=2")).toBe(canonical("/a?a=2&b=1"));
  });
});

describe("the recorded Forgejo", () => {
  it("answers each persona what it was answered", async () => {
    const forgejo = await start();
    const secret = "/api/v1/repos/mira/diary";
    const statuses = [
      await get(forgejo, secret),
      await get(forgejo, secret, TOKENS.other),
      await get(forgejo, secret, TOKENS.owner),
      await get(forgejo, secret, TOKENS.narrow),
      await get(forgejo, MAIN, TOKENS.barred),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 200, 403, 403]);
    const bad = await get(forgejo, MAIN, "some-other-token");
    expect(bad.status).toBe(401);
    // As the real one does: whoever passes the text on passes the token on.
    expect(await bad.text()).toContain("some-other-token");
    expect(forgejo.unrecorded).toEqual([]);
    expect(forgejo.seen.map(({ persona }) => persona).slice(0, 3)).toEqual([
      "anonymous",
      "other",
      "owner",
    ]);
  });

  it("says 404 for what was not recorded, and remembers it", async () => {
    const forgejo = await start();
    const response = await get(forgejo, "/api/v1/repos/paper-mill/almanac/issues/4711");
    expect(response.status).toBe(404);
    expect(forgejo.unrecorded).toEqual(
      process.env["FORGEJO_TEST_URL"] === undefined ? [`anonymous GET ${MAIN}/issues/4711`] : [],
    );
  });

  it("refuses a revoked token until it is restored", async () => {
    const forgejo = await start();
    forgejo.revoke("owner");
    expect((await get(forgejo, MAIN, TOKENS.owner)).status).toBe(401);
    forgejo.restore("owner");
    expect((await get(forgejo, MAIN, TOKENS.owner)).status).toBe(200);
  });

  it("breaks an answer where a test wants it", async () => {
    const forgejo = await start();
    forgejo.fault = () => ({ kind: "cut", afterBytes: 10 });
    await expect(get(forgejo, MAIN).then((response) => response.text())).rejects.toThrow(
      "terminated",
    );
    forgejo.fault = () => ({ kind: "headers", headers: { "x-total-count": "7" } });
    expect((await get(forgejo, MAIN)).headers.get("x-total-count")).toBe("7");
    forgejo.fault = () => ({
      kind: "answer",
      answer: { status: 502, headers: {}, body: "<html>" },
    });
    expect((await get(forgejo, MAIN)).status).toBe(502);
    forgejo.fault = () => ({ kind: "endless" });
    const endless = await get(forgejo, MAIN);
    await endless.body?.cancel();
    forgejo.fault = () => ({ kind: "silence" });
    await expect(
      fetch(`${forgejo.url}${MAIN}`, { signal: AbortSignal.timeout(50) }),
    ).rejects.toThrow("aborted due to timeout");
  });

  it("counts what is in work at once", async () => {
    const forgejo = await start();
    forgejo.fault = () => ({ kind: "delay", ms: 30 });
    await Promise.all([get(forgejo, MAIN), get(forgejo, MAIN), get(forgejo, MAIN)]);
    expect(forgejo.maxConcurrent).toBe(3);
  });
});
