import type { ReadItem } from "@org/resources-reporting";
import { type GatewayLimits, WIRE_RESERVE_BYTES } from "../limits.ts";
import type { BudgetDetail } from "../observer.ts";
import { type ResultSizer, sizeOf } from "./result-sizer.ts";

/** How a body stands to its budget: it fits; it is over what an item may have; or over what is left (LIM-4). */
export type Admission =
  | { readonly fits: true }
  | { readonly fits: false; readonly over: "item" | "rest"; readonly detail: BudgetDetail };

const FITS: Admission = Object.freeze({ fits: true });

interface Allowance {
  readonly limit: keyof GatewayLimits;
  readonly bytes: number;
}

/**
 * What admitted bodies have taken of a result, and what there is left (LIM-3 to LIM-5). The report's share is never
 * theirs.
 *
 * Sizes on the wire cost a look at every character, so they are taken only where it matters: as long as a bound that
 * looks at none fits, it is enough.
 */
export class Budget {
  readonly #sizer: ResultSizer;
  readonly #ownPayload: Allowance;
  readonly #ownEncoded: Allowance;
  readonly #payloadTotal: number;
  readonly #encodedTotal: number;
  /** For an observer, who is told sizes and not bounds. */
  readonly #alwaysExact: boolean;
  #payloadBytes = 0;
  #encodedAtMost = 0;
  #unsized: { readonly item: ReadItem; readonly bound: number }[] = [];

  constructor(limits: GatewayLimits, sizer: ResultSizer, alwaysExact: boolean) {
    this.#sizer = sizer;
    this.#alwaysExact = alwaysExact;
    this.#payloadTotal = limits.maxPayloadBytes - limits.reportPayloadBytes;
    this.#encodedTotal = limits.maxEncodedBytes - limits.reportEncodedBytes - WIRE_RESERVE_BYTES;
    this.#ownPayload = least(
      { limit: "maxItemPayloadBytes", bytes: limits.maxItemPayloadBytes },
      { limit: "maxPayloadBytes", bytes: this.#payloadTotal },
    );
    this.#ownEncoded = least(
      { limit: "maxItemEncodedBytes", bytes: limits.maxItemEncodedBytes },
      { limit: "maxEncodedBytes", bytes: this.#encodedTotal },
    );
  }

  /** What the next body may be. */
  get maxBytes(): number {
    return Math.min(this.#ownPayload.bytes, this.#payloadTotal - this.#payloadBytes);
  }

  /** How a body stands that was cut short at `maxBytes`: its true size is not known. */
  cutShort(): Admission {
    return this.#payload(this.maxBytes + 1);
  }

  /** Whether so many bytes of body may go on to be sized as an item. */
  payload(bytes: number): Admission {
    return bytes > this.maxBytes ? this.#payload(bytes) : FITS;
  }

  /** Admits an item whose body fits, or says why not. */
  admit(item: ReadItem, payloadBytes: number): Admission & { readonly encodedBytes?: number } {
    const bound = this.#alwaysExact ? undefined : this.#bound(item);
    if (bound !== undefined && this.#roomFor(bound) && bound <= this.#ownEncoded.bytes) {
      this.#unsized.push({ item, bound });
      this.#take(payloadBytes, bound);
      return FITS;
    }
    const exact = sizeOf(() => this.#sizer.item(item));
    const { limit, bytes: allowed } = this.#ownEncoded;
    if (exact > allowed) {
      return { fits: false, over: "item", detail: { limit, bytes: exact, allowed } };
    }
    if (!this.#roomFor(exact)) this.#sizeAll();
    if (!this.#roomFor(exact)) {
      const left = this.#encodedTotal - this.#encodedAtMost;
      const detail: BudgetDetail = { limit: "maxEncodedBytes", bytes: exact, allowed: left };
      return { fits: false, over: "rest", detail };
    }
    this.#take(payloadBytes, exact);
    return { fits: true, encodedBytes: exact };
  }

  #payload(bytes: number): Admission {
    const { limit, bytes: allowed } = this.#ownPayload;
    if (bytes > allowed) return { fits: false, over: "item", detail: { limit, bytes, allowed } };
    const left = this.#payloadTotal - this.#payloadBytes;
    const detail: BudgetDetail = { limit: "maxPayloadBytes", bytes, allowed: left };
    return { fits: false, over: "rest", detail };
  }

  #bound(item: ReadItem): number | undefined {
    const { itemBound } = this.#sizer;
    return itemBound === undefined ? undefined : sizeOf(() => itemBound(item));
  }

  #roomFor(encodedBytes: number): boolean {
    return this.#encodedAtMost + encodedBytes <= this.#encodedTotal;
  }

  #take(payloadBytes: number, encodedBytes: number): void {
    this.#payloadBytes += payloadBytes;
    this.#encodedAtMost += encodedBytes;
  }

  /** Replaces every bound by the size itself. */
  #sizeAll(): void {
    for (const { item, bound } of this.#unsized) {
      this.#encodedAtMost += sizeOf(() => this.#sizer.item(item)) - bound;
    }
    this.#unsized = [];
  }
}

function least(a: Allowance, b: Allowance): Allowance {
  return a.bytes <= b.bytes ? a : b;
}
