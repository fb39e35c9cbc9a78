import type { ReadItem } from "@org/resources-reporting";
import {
  type Payload,
  payloadByteLength,
  payloadByteLengthBound,
  takePayloadBytes,
} from "../identity/payload.ts";
import { type GatewayLimits, WIRE_RESERVE_BYTES } from "../limits.ts";
import type { BudgetDetail } from "../observer.ts";
import { jsonSizer } from "./json-sizer.ts";
import { type ResultSizer, sizeOf } from "./result-sizer.ts";
import { Tally } from "./tally.ts";

/** A body is over what one item may have, or over what is left of the whole (LIM-4). */
export interface Over {
  readonly over: "item" | "rest";
  readonly detail: BudgetDetail;
}

interface Allowance {
  readonly limit: keyof GatewayLimits;
  readonly bytes: number;
}

/** What a result's bodies may take, the report's share taken off (LIM-3): all of them, and one by itself (LIM-4). */
export interface Allowances {
  readonly payloadTotal: number;
  readonly encodedTotal: number;
  readonly ownPayload: Allowance;
  readonly ownEncoded: Allowance;
}

/** Works out a gateway's allowances, once. */
export function allowancesOf(limits: GatewayLimits): Allowances {
  const payloadTotal = limits.maxPayloadBytes - limits.reportPayloadBytes;
  const encodedTotal = limits.maxEncodedBytes - limits.reportEncodedBytes - WIRE_RESERVE_BYTES;
  return {
    payloadTotal,
    encodedTotal,
    ownPayload: least(
      { limit: "maxItemPayloadBytes", bytes: limits.maxItemPayloadBytes },
      { limit: "maxPayloadBytes", bytes: payloadTotal },
    ),
    ownEncoded: least(
      { limit: "maxItemEncodedBytes", bytes: limits.maxItemEncodedBytes },
      { limit: "maxEncodedBytes", bytes: encodedTotal },
    ),
  };
}

function least(a: Allowance, b: Allowance): Allowance {
  return a.bytes <= b.bytes ? a : b;
}

/**
 * What the bodies admitted so far have taken of one result, as bodies and on the wire (LIM-4, LIM-5).
 */
export class Budget {
  readonly #allowances: Allowances;
  readonly #sizer: ResultSizer;
  readonly #payloads: Tally<Payload>;
  readonly #items: Tally<ReadItem>;

  constructor(allowances: Allowances, sizer: ResultSizer) {
    this.#allowances = allowances;
    this.#sizer = sizer;
    this.#payloads = new Tally(allowances.payloadTotal, payloadByteLength);
    this.#items = new Tally(allowances.encodedTotal, checkedBy(sizer));
  }

  /** What the next body may be. */
  get maxBytes(): number {
    const { bytes } = this.#allowances.ownPayload;
    return this.#payloads.hasRoomFor(bytes) ? bytes : this.#payloads.left();
  }

  /** What the admitted items take on the wire, or more. */
  get encodedAtMost(): number {
    return this.#items.atMost;
  }

  /** Says how a body that was cut short stands: of its size no more is known than that it is over `maxBytes`. */
  overCutShort(): Over {
    return this.#overPayload(this.maxBytes + 1);
  }

  /** Admits a body as an item, or says what is wrong with it. */
  admit(uri: string, payload: Payload): ReadItem | Over {
    const payloadBound = payloadByteLengthBound(payload);
    const isSurelyShort =
      payloadBound <= this.#allowances.ownPayload.bytes && this.#payloads.hasRoomFor(payloadBound);
    const payloadBytes = isSurelyShort ? 0 : payloadByteLength(payload);
    const item = itemOf(uri, payload);
    if (payloadBytes > this.maxBytes) {
      const over = this.#overPayload(payloadBytes);
      // What is too large by itself stops nothing, whatever is left (LIM-4).
      return over.over === "item" ? over : (this.#overOwnEncoded(item) ?? over);
    }
    const over = this.#admitEncoded(item);
    if (over !== undefined) return over;
    if (isSurelyShort) this.#payloads.addBounded(payload, payloadBound);
    else this.#payloads.add(payloadBytes);
    return item;
  }

  #overPayload(bytes: number): Over {
    const { limit, bytes: allowed } = this.#allowances.ownPayload;
    if (bytes > allowed) return { over: "item", detail: { limit, bytes, allowed } };
    const left = this.#payloads.left();
    return { over: "rest", detail: { limit: "maxPayloadBytes", bytes, allowed: left } };
  }

  #overOwnEncoded(item: ReadItem): Over | undefined {
    const { limit, bytes: allowed } = this.#allowances.ownEncoded;
    const bytes = sizeOf(this.#sizer.item, item);
    return bytes > allowed ? { over: "item", detail: { limit, bytes, allowed } } : undefined;
  }

  #admitEncoded(item: ReadItem): Over | undefined {
    const { limit, bytes: allowed } = this.#allowances.ownEncoded;
    const { itemBound } = this.#sizer;
    const bound = itemBound === undefined ? undefined : sizeOf(itemBound, item);
    if (bound !== undefined && bound <= allowed && this.#items.hasRoomFor(bound)) {
      this.#items.addBounded(item, bound);
      return undefined;
    }
    const bytes = sizeOf(this.#sizer.item, item);
    if (bytes > allowed) return { over: "item", detail: { limit, bytes, allowed } };
    if (!this.#items.hasRoomFor(bytes)) {
      const left = this.#items.left();
      return { over: "rest", detail: { limit: "maxEncodedBytes", bytes, allowed: left } };
    }
    this.#items.add(bytes);
    return undefined;
  }
}

/** Core's own sizer is believed; others are asked like strangers. */
function checkedBy(sizer: ResultSizer): (item: ReadItem) => number {
  return sizer === jsonSizer ? sizer.item : (item) => sizeOf(sizer.item, item);
}

/** The item as it will be returned, the only one of its kind: sizers may know it again. */
function itemOf(uri: string, payload: Payload): ReadItem {
  const { mimeType, text, _meta: meta } = payload;
  if (text === undefined) {
    const bytes = takePayloadBytes(payload) ?? new Uint8Array();
    return Object.freeze(
      meta === undefined ? { uri, mimeType, bytes } : { uri, mimeType, bytes, _meta: meta },
    );
  }
  return Object.freeze(
    meta === undefined ? { uri, mimeType, text } : { uri, mimeType, text, _meta: meta },
  );
}
