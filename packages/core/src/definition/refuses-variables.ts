import type { ResourceBinding } from "./binding.ts";

const BINDINGS: WeakSet<object> = new WeakSet();

/** Marks a function-backed template: its reader is its author's only place to refuse a variable (READ-6). */
export function markReaderRefusesVariables<C>(binding: ResourceBinding<C>): ResourceBinding<C> {
  BINDINGS.add(binding);
  return binding;
}

/**
 * Whether `invalidVariable()` thrown by this binding's `read` fails the whole read as `invalid_capture` (READ-6). For
 * every other binding, which has `resolve` for that, it is a failure of the item like any other.
 */
export function readerRefusesVariables<C>(binding: ResourceBinding<C>): boolean {
  return BINDINGS.has(binding);
}
