import type { ResourceBinding } from "./binding.ts";

/** Bindings whose plan core makes itself: one item, the requested target (FN-1). */
const FUNCTION_BACKED: WeakSet<object> = new WeakSet();

/** Remembers that a binding's plan is core's own, and returns it. */
export function markFunctionBacked<C>(binding: ResourceBinding<C>): ResourceBinding<C> {
  FUNCTION_BACKED.add(binding);
  return binding;
}

/**
 * Whether a binding's plan is always its requested target and nothing else, whoever asks. Its reader may therefore throw
 * `invalidVariable()` (READ-6), and its result may be `public` without telling that nothing was hidden (READ-16).
 */
export function isFunctionBacked(binding: object): boolean {
  return FUNCTION_BACKED.has(binding);
}
