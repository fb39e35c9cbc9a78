/** One check of a contract, for any runner: `run` rejects with a {@link ContractViolation} where the subject breaks it. */
export interface ContractCheck {
  readonly name: string;
  /** The rules that the check stands for, such as `READ-7`. */
  readonly rule: string;
  readonly run: () => Promise<void>;
}

/** How a contract is run. */
export interface ContractOptions {
  /** How long a call may take, in milliseconds, before the contract says that it hangs; default 1000. */
  readonly patienceMs?: number | undefined;
}

/** What is wrong with a subject: what happened, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly remedy: string;
}

/** Says which check a subject breaks, the rule behind it, what happened, and what to do about it. */
export class ContractViolation extends Error {
  readonly check: string;
  readonly rule: string;
  readonly remedy: string;

  constructor(check: string, rule: string, { what, remedy }: Finding) {
    super(`${check} (${rule}): ${what}. Remedy: ${remedy}.`);
    this.name = "ContractViolation";
    this.check = check;
    this.rule = rule;
    this.remedy = remedy;
  }
}

/** What a check does with a new subject: gives what is wrong, or nothing. */
export type CheckBody<Subject> = (subject: Subject) => Promise<Finding | undefined>;

/**
 * Makes a check of its name, rule and body. Each run has a subject of its own, made by `create` and disposed of whatever
 * happens, so that checks may run in any order, also at once.
 */
export function contractCheck<Subject extends { readonly dispose?: (() => unknown) | undefined }>(
  name: string,
  rule: string,
  create: () => PromiseLike<Subject> | Subject,
  body: CheckBody<Subject>,
): ContractCheck {
  return Object.freeze({
    name,
    rule,
    run: async () => {
      const subject = await create();
      try {
        const finding = await body(subject);
        if (finding !== undefined) throw new ContractViolation(name, rule, finding);
      } finally {
        await subject.dispose?.();
      }
    },
  });
}

/** Waits for a promise to settle either way, but not for ever; says whether it did. */
export async function settles(promise: PromiseLike<unknown>, patienceMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, impatience]);
  } finally {
    clearTimeout(timer);
  }
}
