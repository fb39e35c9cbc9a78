import { isResourceFailure, type ResourceFailure } from "../src/failure.ts";

/** The failure that something rejects with; anything else is the test's. */
export async function failureOf(promise: Promise<unknown>): Promise<ResourceFailure> {
  try {
    await promise;
  } catch (error) {
    if (isResourceFailure(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** How an operation ended, in a word: the code of its failure, or `ok`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return isResourceFailure(error) ? error.code : String(error);
  }
  return "ok";
}
