import type { Caller } from "./caller.ts";
import type { Endpoint } from "./endpoints.ts";
import type { Answer, ForgejoClient } from "./forgejo-client.ts";

/** Who asks, and what was answered in the operation that is under way. One for each request. */
export interface ForgejoContext {
  readonly caller: Caller;
  readonly answers: Answers;
}

/** A caller's context, fresh. */
export function contextOf(caller: Caller): ForgejoContext {
  return { caller, answers: new Answers() };
}

/** The answers of one operation, by path; of no other operation, and so of no other caller. */
export class Answers {
  #operationId: string | undefined;
  #byPath = new Map<string, Answer>();

  of(operationId: string): Map<string, Answer> {
    if (this.#operationId !== operationId) {
      this.#operationId = operationId;
      this.#byPath = new Map();
    }
    return this.#byPath;
  }
}

/** The part of a gateway's scope that upstream calls need. */
export interface InquiryScope {
  readonly context: ForgejoContext;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly operationId: string;
}

/** Questions to Forgejo within one operation, as its caller. */
export interface Inquiry {
  readonly caller: Caller;
  /** Asks now, whatever was answered before: what a decision needs. */
  readonly ask: (endpoint: Endpoint) => Promise<Answer>;
  /** Takes the operation's latest answer, or asks. */
  readonly recall: (endpoint: Endpoint) => Promise<Answer>;
}

/** Opens an inquiry. */
export function inquire(client: ForgejoClient, scope: InquiryScope): Inquiry {
  const { context, operationId, signal, deadline } = scope;
  const { caller } = context;
  const ask = async (endpoint: Endpoint): Promise<Answer> => {
    const known = context.answers.of(operationId);
    const previous = known.get(endpoint.path);
    // What is no longer answered must not be recalled.
    known.delete(endpoint.path);
    const call = { caller, signal, deadline, operationId };
    const answer = await client.get(endpoint, call, previous);
    known.set(endpoint.path, answer);
    return answer;
  };
  return {
    caller,
    ask,
    recall: async (endpoint) => context.answers.of(operationId).get(endpoint.path) ?? ask(endpoint),
  };
}
