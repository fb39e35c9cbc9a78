import type { CacheHint, JsonObject } from "../definition/definition.ts";

declare const PAYLOAD: unique symbol;

/**
 * One body, text or bytes, and its MIME type; it cannot name its URI (PAY-1).
 * Made by `textPayload` or `blobPayload` alone.
 */
export type Payload = {
  readonly mimeType: string;
  readonly _meta?: JsonObject | undefined;
  readonly cache?: CacheHint | undefined;
  readonly [PAYLOAD]: true;
} & (
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly text?: undefined }
);

/** What `textPayload` and `blobPayload` take besides body and MIME type. */
export interface PayloadOptions {
  readonly _meta?: JsonObject | undefined;
  readonly cache?: CacheHint | undefined;
}
