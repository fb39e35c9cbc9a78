import { createResourceGateway, isResourceFailure, publicPolicy } from "@org/resources-core";
import { aliasOf } from "./alias-of.ts";
import type { BindingSubject, CreatedBinding } from "./binding-subject.ts";
import { BindingCaller, bodyInWords, planInWords } from "./call-binding.ts";
import { assertTakenFor, scopeOf } from "./calling-scope.ts";
import { type NamedCall, stillWaiting, waitingAfterAbort } from "./abort-calls.ts";
import { type Finding, settles } from "./contract-check.ts";
import { outputsOf } from "./outputs-of.ts";
import { secretsIn } from "./secrets-in.ts";

// What a binding must hold, a function each: what is wrong, or nothing.

/** A binding under one check. */
export interface BindingTrial<C, B extends CreatedBinding<C>> {
  readonly subject: BindingSubject<C, B>;
  readonly created: B;
  readonly caller: BindingCaller<C>;
  readonly patienceMs: number;
  readonly dispose: () => Promise<void>;
}

/** Makes the subject's binding for one check. */
export async function tryBinding<C, B extends CreatedBinding<C>>(
  subject: BindingSubject<C, B>,
  patienceMs: number,
): Promise<BindingTrial<C, B>> {
  const created = await subject.create();
  const caller = new BindingCaller<C>(created.binding, subject.uris);
  const dispose = async (): Promise<void> => void (await created.dispose?.());
  return { subject, created, caller, patienceMs, dispose };
}

/** With every right, a caller gets each URI whole. */
export async function completeReads<C, B extends CreatedBinding<C>>({
  subject,
  created,
  caller,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const [context] = subject.principals;
  const bindings = [created.binding];
  const gateway = createResourceGateway<C>({ policy: publicPolicy(), bindings });
  for (const { canonicalUri } of caller.matches()) {
    const remedy =
      "let resolve return createReadPlan(…) and read return textPayload(…) or blobPayload(…) for every target of the plan; name in the subject only URIs that there are";
    try {
      // oxlint-disable-next-line no-await-in-loop -- one read after the other
      const { partial, issues } = await gateway.read(canonicalUri, { context });
      if (partial) {
        const codes = issues.map(({ code }) => code).join(", ");
        return { what: `${canonicalUri} was read in part alone: ${codes}`, remedy };
      }
    } catch (error) {
      if (!isResourceFailure(error)) throw error;
      const codes = error.report?.issues.map(({ code }) => code).join(", ") ?? "";
      const why = error.cause instanceof Error ? `: ${error.cause.message}` : "";
      return { what: `${canonicalUri} failed as ${error.code} ${codes}${why}`, remedy };
    }
  }
  return undefined;
}

/** However a request spells it, the plan is for the canonical identity. */
export async function canonicalIdentity<C, B extends CreatedBinding<C>>({
  subject,
  created,
  caller,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const [context] = subject.principals;
  for (const match of caller.matches()) {
    const alias = caller.match(aliasOf(match.canonicalUri, created.binding.definition));
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    const { requested } = await caller.resolve(alias, scopeOf(context));
    if (requested.uri !== match.canonicalUri) {
      return {
        what: `${alias.requestUri} was planned as ${requested.uri}, not as ${match.canonicalUri}`,
        remedy:
          "make the requested target of match.canonicalUri; match.requestUri is what the client wrote, and an alias of something hidden",
      };
    }
  }
  return undefined;
}

/** The same request is the same plan: for this binding, and for another of the same contents. */
export async function determinism<C, B extends CreatedBinding<C>>({
  subject,
  caller,
  patienceMs,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const [context] = subject.principals;
  const other = await tryBinding(subject, patienceMs);
  try {
    const first = await caller.plans(context);
    const others = [await caller.plans(context), await other.caller.plans(context)];
    for (const [index, { uri, plan }] of first.entries()) {
      const again = others.map((plans) => plans[index]?.plan ?? plan);
      if (again.some((one) => planInWords(one) !== planInWords(plan))) {
        return {
          what: `${uri} was planned in two ways`,
          remedy:
            "make uri, representation and authorizationData of what the item is, and keep an order: no counter, clock or chance, and no state of rights",
        };
      }
    }
    return undefined;
  } finally {
    await other.dispose();
  }
}

/** Planning asks storage for no body. */
export async function bodilessPlans<C, B extends CreatedBinding<C>>({
  subject,
  created,
  caller,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const { principals, bodiesRead } = subject;
  if (bodiesRead === undefined) return undefined;
  for (const match of caller.matches()) {
    const before = bodiesRead(created);
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await caller.resolve(match, scopeOf(principals[0]));
    const read = bodiesRead(created) - before;
    if (read > 0) {
      return {
        what: `resolve read ${read} ${read === 1 ? "body" : "bodies"} to plan ${match.canonicalUri}`,
        remedy:
          "plan by ids and metadata alone: nothing is decided yet, so that a body read here is read for whoever asks",
      };
    }
  }
  return undefined;
}

/** What is one URI is one thing. */
export async function distinctUris<C, B extends CreatedBinding<C>>({
  subject,
  caller,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const representations = new Map<string, string>();
  for (const context of subject.principals) {
    // oxlint-disable-next-line no-await-in-loop -- one caller after the other
    for (const { plan } of await caller.plans(context)) {
      for (const { uri, representation } of [plan.requested, ...plan.items]) {
        const other = representations.get(uri) ?? representation;
        if (other !== representation) {
          return {
            what: `${uri} stands for "${other}" and for "${representation}"`,
            remedy:
              "give each representation a URI of its own: a client tells them by nothing else",
          };
        }
        representations.set(uri, representation);
      }
    }
  }
  return undefined;
}

/** Private data of targets leaves by no way. */
export async function privateData<C, B extends CreatedBinding<C>>({
  subject,
  created,
  caller,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const [context] = subject.principals;
  const targets = (await caller.plans(context)).flatMap(({ plan }) => [
    plan.requested,
    ...plan.items,
  ]);
  const secrets = subject.secrets ?? [...secretsIn(targets)];
  const uris = caller.matches().map(({ canonicalUri }) => canonicalUri);
  for (const { of, text } of await outputsOf(created.binding, uris, context)) {
    const secret = secrets.find((one) => text.includes(inside(one)));
    if (secret !== undefined) {
      return {
        what: `authorization data came out in "${of}": ${secret}`,
        remedy:
          "build payloads and _meta of what storage gives; authorizationData is for policy and storage alone (if the text is harmless, name the real secrets in the subject)",
      };
    }
  }
  return undefined;
}

/** As JSON holds it, without its quotes; a member with a number is JSON already. */
function inside(secret: string): string {
  return secret.startsWith('"') ? secret : JSON.stringify(secret).slice(1, -1);
}

/** Bodies that are read at once are the bodies that are read alone. */
export async function concurrency<C, B extends CreatedBinding<C>>({
  subject,
  caller,
  patienceMs,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const remedy =
    "keep nothing of a read outside its own call: no field for the current target or caller, no buffer that is filled anew";
  const readings: { of: string; read: () => Promise<string>; alone: readonly string[] }[] = [];
  for (const context of subject.principals) {
    /* oxlint-disable no-await-in-loop -- alone */
    const plans = await caller.plans(context).catch(() => []);
    for (const { uri, match, plan } of plans) {
      const replan = async (): Promise<string> =>
        planInWords(await caller.resolve(match, scopeOf(context)));
      const alone = [planInWords(plan), await replan()];
      readings.push({ of: `the plan of ${uri}`, read: replan, alone });
      for (const target of plan.items) {
        const read = (): Promise<string> =>
          bodyInWords(caller.read(target, match, scopeOf(context)));
        readings.push({
          of: `the body of ${target.uri}`,
          read,
          alone: [await read(), await read()],
        });
      }
    }
    /* oxlint-enable no-await-in-loop */
  }
  const atOnce = Promise.all([...readings, ...readings].map(({ read }) => read()));
  if (!(await settles(atOnce, patienceMs))) {
    return { what: "plans and bodies that were asked for at once did not all come", remedy };
  }
  for (const [index, outcome] of (await atOnce).entries()) {
    const reading = readings[index % readings.length];
    if (reading === undefined) continue;
    const { of, alone } = reading;
    // What changes by itself (the time of day) has only to be there.
    const isStable = new Set(alone).size === 1;
    const isRight = alone.includes(outcome) || (!isStable && outcome !== "throws");
    if (!isRight) return { what: `${of} was another when asked for at once with others`, remedy };
  }
  return undefined;
}

/** Whoever gives up waiting is not kept waiting. */
export async function aborts<C, B extends CreatedBinding<C>>({
  subject,
  created,
  caller,
  patienceMs,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const { principals, stall } = subject;
  const plans = await caller.plans(principals[0]);
  await stall?.(created);
  const waiting = await waitingAfterAbort((signal) => {
    const scope = scopeOf(principals[0], signal);
    const calls: NamedCall[] = [];
    for (const { uri, match, plan } of plans) {
      calls.push([`resolve ${uri}`, caller.resolve(match, scope)]);
      for (const target of plan.items) {
        calls.push([`read ${target.uri}`, caller.read(target, match, scope)]);
      }
    }
    return calls;
  }, patienceMs);
  return waiting === undefined ? undefined : stillWaiting(waiting, patienceMs);
}

/** Nobody whom the host does not know is told of values. */
export async function completions<C, B extends CreatedBinding<C>>({
  subject,
  created,
}: BindingTrial<C, B>): Promise<Finding | undefined> {
  const { principals } = subject;
  const unknown: unknown = subject.unknown;
  assertTakenFor(principals, unknown);
  const scope = Object.freeze({ ...scopeOf(unknown), variables: Object.freeze({}) });
  for (const [variable, complete] of Object.entries(created.binding.complete ?? {})) {
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    const offered = await countOf(async () => await complete?.("", scope));
    if (offered > 0) {
      return {
        what: `{${variable}} was completed with ${offered} values for an unknown context`,
        remedy: "offer only what the caller may see: the policy is not asked about values",
      };
    }
  }
  return undefined;
}

/** How many values there are, or are said to be; none where the callback throws. */
async function countOf(complete: () => Promise<unknown>): Promise<number> {
  try {
    const candidates = await complete();
    if (Array.isArray(candidates)) return candidates.length;
    if (typeof candidates !== "object" || candidates === null) return 0;
    const total: unknown = Reflect.get(candidates, "total");
    return typeof total === "number" ? total : 0;
  } catch {
    return 0;
  }
}
