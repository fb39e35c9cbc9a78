import { createResourceGateway, isResourceFailure } from "@org/resources-core";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  type PolicyRule,
  type PolicyScript,
  policyScript,
  readScenario,
  schedule,
} from "../../src/arbitraries/index.ts";
import { fakeBinding, runInterleaving } from "../../src/index.ts";
import { runs, shrunk, TIMEOUT_MS } from "./shrunk.ts";

vi.setConfig({ testTimeout: TIMEOUT_MS });

const A = "asset://p/a";
const B = "asset://p/b";
const about = { targets: [A, B], definitions: ["bundle://p"] };

describe("[KIT-3] arbitrary policies", () => {
  it("hide what they hide in both rounds, and return nothing that they deny in one", async () => {
    const binding = fakeBinding({ uri: "bundle://p", items: { [A]: "a", [B]: "b" } });
    const returned = async (script: PolicyScript): Promise<readonly string[] | "unavailable"> => {
      const gateway = createResourceGateway({ policy: script.create(), bindings: [binding] });
      try {
        const { items } = await gateway.read("bundle://p", { context: {} });
        return items.map(({ uri }) => uri);
      } catch (error) {
        if (isResourceFailure(error) && error.code === "unavailable") return "unavailable";
        throw error;
      }
    };
    await fc.assert(
      fc.asyncProperty(policyScript(about), async (script) => {
        const isConcealed = script.rules.some(
          (rule) => "conceal" in rule && (rule.when.after ?? 0) < 2,
        );
        const having = (is: typeof refuses): string[] =>
          [A, B].filter((uri) => script.rules.some((rule) => is(rule, uri)));
        const free = [A, B].filter((uri) => !having(concerns).includes(uri));
        const outcome = await returned(script);
        const kept = outcome === "unavailable" ? [] : outcome;
        expect(kept).toEqual(expect.arrayContaining(isConcealed ? [] : free));
        const refused = new Set(having(refuses));
        expect(kept.filter((uri) => refused.has(uri))).toEqual([]);
        expect(isConcealed && outcome !== "unavailable").toBe(false);
      }),
      runs(300),
    );
  });

  it("begin anew each time they are made", async () => {
    const script = fc
      .sample(policyScript(about), { numRuns: 200, seed: 1 })
      .find(({ rules }) => rules.length > 0);
    expect(script?.create().calls).toEqual([]);
    expect(script?.create()).not.toBe(script?.create());
  });

  it("print and shrink as sentences", () => {
    const hidesAgain = isFree((rule) => "hide" in rule && rule.when.round === 2);
    expect(shrunk(policyScript(about), hidesAgain)).toBe(`hide ${A} in round 2`);
    const concealsLater = isFree((rule) => "conceal" in rule && rule.when.after !== undefined);
    expect(shrunk(policyScript(about), concealsLater)).toBe("conceal bundle://p after 0 answers");
    expect(
      shrunk(
        policyScript(about),
        isFree((rule) => "disclose" in rule),
      ),
    ).toBe(`disclose ${A}`);
    expect(shrunk(policyScript(about), () => false)).toBe("permit everything");
    expect(shrunk(policyScript(about), ({ rules }) => rules.length < 2)).toMatch(/^[^;]+; [^;]+$/);
  });

  it("are about something", () => {
    expect(() => policyScript({ targets: [] })).toThrow(TypeError);
    const [script] = fc.sample(policyScript({ targets: [], definitions: [A] }), 1);
    expect(script?.rules.every((rule) => "conceal" in rule)).toBe(true);
  });
});

/** The claim that no script has such a rule. */
function isFree(of: (rule: PolicyRule) => boolean): (script: PolicyScript) => boolean {
  return ({ rules }) => !rules.some((rule) => of(rule));
}

/** Whether a rule alone keeps an item out of the bundle, in a read of two rounds. */
function refuses(rule: PolicyRule, uri: string): boolean {
  if (!("hide" in rule || "deny" in rule) || !concerns(rule, uri)) return false;
  const { round, after = 0 } = rule.when;
  // What is hidden is not asked for its body: a denial that counts answers may then never come.
  return after < (round === undefined && "hide" in rule ? 2 : 1) && !("deny" in rule && after > 0);
}

function concerns(rule: PolicyRule, uri: string): boolean {
  return ("hide" in rule && rule.hide === uri) || ("deny" in rule && rule.deny === uri);
}

describe("[KIT-3, KIT-4] arbitrary scenarios and schedules", () => {
  it("core keeps the laws of reads in every scenario, however it is interleaved", async () => {
    await fc.assert(
      fc.asyncProperty(readScenario(), schedule(), async (scenario, moves) => {
        const { history } = await runInterleaving(createResourceGateway, scenario, moves);
        expect(history.filter((line) => line.startsWith("the read "))).toHaveLength(1);
      }),
      runs(500),
    );
  });

  it("a schedule makes its moves, and can be replayed to the same end", async () => {
    await fc.assert(
      fc.asyncProperty(readScenario(), schedule(), async (scenario, moves) => {
        const first = await runInterleaving(createResourceGateway, scenario, moves);
        const again = await runInterleaving(createResourceGateway, scenario, first.schedule);
        expect(again.history).toEqual(first.history);
      }),
      runs(100),
    );
  });

  it("shrink to a read in which nothing happens", () => {
    expect(shrunk(schedule(), () => false)).toBe("[]");
    expect(shrunk(readScenario(), () => false)).toBe(
      '{"uri":"bundle://p","items":[],"before":[],"changes":[],"failing":[],"disclosed":[],"batch":false,"timeouts":false,"cancels":false}',
    );
    expect(shrunk(readScenario(), ({ changes = [] }) => changes.length === 0)).toContain(
      '"changes":[{"permit":"asset://p/a"}]',
    );
  });
});
