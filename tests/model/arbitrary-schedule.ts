import fc from "fast-check";
import { mostly } from "./arbitrary-answers.ts";
import { ITEM_TIMEOUT_MS, READ_TIMEOUT_MS } from "./arbitrary-limits.ts";
import type { Interrupt, Schedule } from "./perform.ts";

const interrupt: fc.Arbitrary<Interrupt> = fc.record({
  at: fc.oneof(fc.record({ step: fc.nat(25) }), fc.record({ call: fc.nat(20) })),
  what: fc.oneof(
    fc.constant<Interrupt["what"]>("abort"),
    fc.record({
      passMs: fc.constantFrom(
        1,
        50,
        ITEM_TIMEOUT_MS - 1,
        ITEM_TIMEOUT_MS,
        200,
        499,
        READ_TIMEOUT_MS,
      ),
    }),
  ),
});

/** The caller leaves in the very call in which the read's time runs out. */
const atOnce = fc.nat(20).map((call): Interrupt[] => [
  { at: { call }, what: { passMs: READ_TIMEOUT_MS } },
  { at: { call }, what: "abort" },
]);

const picks = fc.array(fc.nat(9), { maxLength: 12 });

/** Any order of answers, undisturbed. */
export const calmSchedule: fc.Arbitrary<Schedule> = fc.record({
  picks,
  interrupts: fc.constant([]),
  timeoutMs: fc.constant(undefined),
});

/** Any order of answers, with time passing and callers leaving at any point. */
export const roughSchedule: fc.Arbitrary<Schedule> = fc.record({
  picks,
  interrupts: mostly(fc.array(interrupt, { maxLength: 3 }), atOnce, 4),
  timeoutMs: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined, freq: 2 }),
});
