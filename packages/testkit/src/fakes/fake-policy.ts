import type {
  AnyDefinition,
  PolicyScope,
  ResourcePolicy,
  ResourceTarget,
  Scope,
  VisibleAnswer,
} from "@org/resources-core";

/** When a rule holds: always, in one round of a read alone, or once the question was answered `after` times. */
export interface When {
  /** 1: before bodies are read; 2: the re-check. */
  readonly round?: 1 | 2 | undefined;
  readonly after?: number | undefined;
}

/** One question that a policy was asked, and its answer. */
export interface PolicyCall {
  readonly question: "discover" | "visible" | "read" | "scopeKey";
  /** The definition's URI or template, or the target's URI; empty for `scopeKey`. */
  readonly about: string;
  /** Of `visible` and `read`: which round of its read. */
  readonly round?: 1 | 2 | undefined;
  readonly operationId: string;
  readonly answer: boolean | string;
}

/** A policy that permits what no rule refuses, and records what it is asked. Rules may change at any time. */
export interface FakePolicy extends ResourcePolicy<unknown> {
  /** Every question so far, in order. */
  readonly calls: readonly PolicyCall[];
  /** Puts targets outside the selection. */
  readonly hide: (uri: string, when?: When) => FakePolicy;
  /** Refuses a target's body. */
  readonly deny: (uri: string, when?: When) => FakePolicy;
  /** Refuses the knowledge that a definition, by its URI or template, exists. */
  readonly conceal: (uriOrTemplate: string, when?: Pick<When, "after">) => FakePolicy;
  /** Lets issues name a target's URI (READ-12). */
  readonly disclose: (uri: string) => FakePolicy;
  /** Drops every rule on a URI or template. */
  readonly permit: (uriOrTemplate: string) => FakePolicy;
}

/** What {@link fakePolicy} takes. */
export interface FakePolicyOptions {
  /** The scope key of every caller (LST-3), or how to make it; default `"fake"`. */
  readonly scopeKey?: string | ((scope: Scope<unknown>) => string) | undefined;
}

/**
 * Makes a policy by script: it permits everything but what its rules refuse, by URI, by round, or after some answers,
 * and records every question (KIT-1). Synchronous and deterministic.
 *
 * @example
 * const policy = fakePolicy()
 *   .hide("asset://p/secret")
 *   .deny("asset://p/draft", { round: 2 }) // revoked while its body was read
 *   .deny("asset://p/trial", { after: 3 }); // permitted three times
 */
export function fakePolicy(options: FakePolicyOptions = {}): FakePolicy {
  const { scopeKey = "fake" } = options;
  const calls: PolicyCall[] = [];
  const rules = { discover: new Rules(), visible: new Rules(), read: new Rules() };
  const disclosed = new Set<string>();
  const rounds = new Rounds();

  const policy: FakePolicy = {
    calls,
    discover(definition: AnyDefinition, scope: Scope<unknown>): boolean {
      const about = definition.uri ?? definition.uriTemplate;
      const answer = rules.discover.permit(about, undefined);
      calls.push({ question: "discover", about, operationId: scope.operationId, answer });
      return answer;
    },
    visible(target: ResourceTarget, scope: PolicyScope<unknown>): VisibleAnswer {
      const round = rounds.begin(scope.operationId, target.uri);
      const answer = rules.visible.permit(target.uri, round);
      const { operationId } = scope;
      calls.push({ question: "visible", about: target.uri, round, operationId, answer });
      return { visible: answer, discloseIssueUri: disclosed.has(target.uri) };
    },
    read(target: ResourceTarget, scope: PolicyScope<unknown>): boolean {
      const round = rounds.current(scope.operationId, target.uri);
      const answer = rules.read.permit(target.uri, round);
      const { operationId } = scope;
      calls.push({ question: "read", about: target.uri, round, operationId, answer });
      return answer;
    },
    scopeKey(scope: Scope<unknown>): string {
      const answer = typeof scopeKey === "string" ? scopeKey : scopeKey(scope);
      calls.push({ question: "scopeKey", about: "", operationId: scope.operationId, answer });
      return answer;
    },
    hide(uri, when) {
      rules.visible.refuse(uri, when);
      return policy;
    },
    deny(uri, when) {
      rules.read.refuse(uri, when);
      return policy;
    },
    conceal(uriOrTemplate, when) {
      rules.discover.refuse(uriOrTemplate, when);
      return policy;
    },
    disclose(uri) {
      disclosed.add(uri);
      return policy;
    },
    permit(uriOrTemplate) {
      for (const kind of Object.values(rules)) kind.drop(uriOrTemplate);
      return policy;
    },
  };
  return policy;
}

/** The refusals of one question, by subject. */
class Rules {
  readonly #refusals = new Map<string, { readonly when: When; answered: number }[]>();

  refuse(about: string, when: When = {}): void {
    this.#refusals.set(about, [...(this.#refusals.get(about) ?? []), { when, answered: 0 }]);
  }

  drop(about: string): void {
    this.#refusals.delete(about);
  }

  permit(about: string, round: 1 | 2 | undefined): boolean {
    let permitted = true;
    for (const rule of this.#refusals.get(about) ?? []) {
      if (rule.when.round !== undefined && rule.when.round !== round) continue;
      rule.answered += 1;
      if (rule.answered > (rule.when.after ?? 0)) permitted = false;
    }
    return permitted;
  }
}

/** Which round a target is in: `visible` opens each (READ-4, READ-7). */
class Rounds {
  readonly #begun = new Map<string, number>();

  begin(operationId: string, uri: string): 1 | 2 {
    const key = `${operationId} ${uri}`;
    this.#begun.set(key, (this.#begun.get(key) ?? 0) + 1);
    return this.current(operationId, uri);
  }

  current(operationId: string, uri: string): 1 | 2 {
    return (this.#begun.get(`${operationId} ${uri}`) ?? 1) > 1 ? 2 : 1;
  }
}
