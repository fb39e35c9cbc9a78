import type {
  AnyDefinition,
  Awaitable,
  PolicyScope,
  ResourcePolicy,
  ResourceTarget,
  Scope,
} from "@org/resources-core";
import { matchedScope, matchOf, scopeOf } from "./calling-scope.ts";
import type { CreatedPolicy, PolicySubject } from "./policy-subject.ts";

/** An answer in words: `permitted`, `denied`, `visible`, `hidden`, `throws` … or what it is that is no decision. */
export type Answer = string;

/** A question, and its answer. */
export type NamedAnswer = readonly [question: string, answer: Answer];

/** Whether an answer, or a target's whole decision, lets the caller have what was asked for. */
export function permits(answer: Answer): boolean {
  return answer.endsWith("permitted");
}

function shows(answer: Answer): boolean {
  return answer === "visible" || answer === "visible, disclosed";
}

/** A policy and what its subject is about: asks one question at a time, as one caller's operation. */
export class PolicyAsker<C, P extends CreatedPolicy<C>> {
  readonly #policy: ResourcePolicy<C>;
  readonly #subject: PolicySubject<C, P>;

  constructor(subject: PolicySubject<C, P>, policy: ResourcePolicy<C>) {
    this.#subject = subject;
    this.#policy = policy;
  }

  /** The scope in which a target is decided. */
  scopeFor(target: ResourceTarget, scope: Scope<C>): PolicyScope<C> {
    const { definitions, matchOf: ownMatchOf } = this.#subject;
    const match = ownMatchOf?.(target) ?? matchOf(definitions, target.uri);
    if (match !== undefined) return matchedScope(scope, match);
    // An item of a bundle, that no definition answers to by itself.
    const [definition] = definitions;
    if (definition === undefined) throw new TypeError("a policy subject names definitions");
    const { uri } = target;
    const variables = Object.freeze({});
    return matchedScope(scope, { canonicalUri: uri, requestUri: uri, definition, variables });
  }

  discover(definition: AnyDefinition, scope: Scope<C>): Promise<Answer> {
    return inWords(() => this.#policy.discover(definition, scope), permission);
  }

  visible(target: ResourceTarget, scope: PolicyScope<C>): Promise<Answer> {
    return inWords(() => this.#policy.visible(target, scope), visibility);
  }

  read(target: ResourceTarget, scope: PolicyScope<C>): Promise<Answer> {
    return inWords(() => this.#policy.read(target, scope), permission);
  }

  scopeKey(scope: Scope<C>): Promise<Answer> {
    return inWords(() => this.#policy.scopeKey(scope), keyInHex);
  }

  /** All targets in one call, under the match of the first; nothing where the policy has no `decideMany`. */
  async decideMany(
    targets: readonly ResourceTarget[],
    scope: Scope<C>,
  ): Promise<readonly NamedAnswer[]> {
    const { decideMany } = this.#policy;
    const [first] = targets;
    if (decideMany === undefined || first === undefined) return [];
    const matched = this.scopeFor(first, scope);
    const answers = await listInWords(targets.length, decisionInWords, () =>
      decideMany.call(this.#policy, targets, matched),
    );
    return answers.map((answer, index) => [`decideMany ${targets[index]?.uri}`, answer]);
  }

  /** All definitions in one call; nothing where the policy has no `discoverMany`. */
  async discoverMany(
    definitions: readonly AnyDefinition[],
    scope: Scope<C>,
  ): Promise<readonly NamedAnswer[]> {
    const { discoverMany } = this.#policy;
    if (discoverMany === undefined) return [];
    const places = definitions.map((definition) => placeOf(definition));
    const answers = await listInWords(places.length, permission, () =>
      discoverMany.call(this.#policy, definitions, scope),
    );
    return answers.map((answer, index) => [`discoverMany ${places[index]}`, answer]);
  }

  /** A target's whole decision, `read` asked only where it is visible: `hidden`, or `visible, permitted` and the like. */
  async decide(target: ResourceTarget, scope: PolicyScope<C>): Promise<Answer> {
    const visible = await this.visible(target, scope);
    return shows(visible) ? `${visible}, ${await this.read(target, scope)}` : visible;
  }

  /** Everything that the subject names, asked by one caller in one operation, each after the other, by question. */
  async everything(context: C): Promise<Map<string, Answer>> {
    const answers = new Map<string, Answer>();
    for (const [question, ask] of this.questions(scopeOf(context))) {
      // oxlint-disable-next-line no-await-in-loop -- one question after the other
      answers.set(question, await ask());
    }
    return answers;
  }

  /** Everything that the subject names, as questions of one operation that are yet to be asked. */
  questions(scope: Scope<C>): readonly (readonly [string, () => Promise<Answer>])[] {
    const { definitions, targets } = this.#subject;
    return [
      ...definitions.map(
        (definition) =>
          [`discover ${placeOf(definition)}`, () => this.discover(definition, scope)] as const,
      ),
      ...targets.map((target) => {
        const of = target.representation === "" ? "" : ` (${target.representation})`;
        const matched = this.scopeFor(target, scope);
        return [`decide ${target.uri}${of}`, () => this.decide(target, matched)] as const;
      }),
    ];
  }
}

function placeOf(definition: AnyDefinition): string {
  return definition.uri ?? definition.uriTemplate;
}

async function inWords(
  ask: () => Awaitable<unknown>,
  words: (value: unknown) => Answer,
): Promise<Answer> {
  try {
    return words(await ask());
  } catch {
    return "throws";
  }
}

async function listInWords(
  length: number,
  words: (value: unknown) => Answer,
  ask: () => Awaitable<readonly unknown[]>,
): Promise<readonly Answer[]> {
  const every = (answer: Answer): readonly Answer[] => Array.from({ length }, () => answer);
  try {
    const answers: unknown = await ask();
    if (!Array.isArray(answers)) return every(noDecision(answers));
    if (answers.length !== length) return every(`${answers.length} answers to ${length} questions`);
    return answers.map((answer: unknown) => words(answer));
  } catch {
    return every("throws");
  }
}

function permission(value: unknown): Answer {
  if (typeof value !== "boolean") return noDecision(value);
  return value ? "permitted" : "denied";
}

function visibility(value: unknown): Answer {
  if (typeof value === "boolean") return value ? "visible" : "hidden";
  if (typeof value !== "object" || value === null) return noDecision(value);
  const visible: unknown = Reflect.get(value, "visible");
  const disclosed: unknown = Reflect.get(value, "discloseIssueUri") ?? false;
  if (typeof visible !== "boolean" || typeof disclosed !== "boolean") return noDecision(value);
  if (!visible) return "hidden";
  return disclosed ? "visible, disclosed" : "visible";
}

function decisionInWords(value: unknown): Answer {
  const visible = visibility(value);
  if (!shows(visible) || typeof value !== "object" || value === null) return visible;
  return `${visible}, ${permission(Reflect.get(value, "read"))}`;
}

function keyInHex(value: unknown): Answer {
  if (value instanceof Uint8Array) return hex(value);
  if (typeof value !== "string") return noDecision(value);
  const bytes = new TextEncoder().encode(value);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) === value
    ? hex(bytes)
    : "ill-formed text";
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Says what kind of thing was answered instead, never its content. */
function noDecision(value: unknown): Answer {
  return `no decision but ${value === null ? "null" : typeof value}`;
}
