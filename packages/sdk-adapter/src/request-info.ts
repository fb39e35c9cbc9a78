/** A validated access token, as both SDKs hand it over. */
export interface RequestAuth {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt?: number | undefined;
  readonly resource?: URL | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What is known of who sent a request: the same for both SDKs, and what a `context` callback usually needs.
 * `headers` exist over HTTP alone, `authInfo` where the host has verified a token. Only `authInfo` is verified.
 */
export interface RequestInfo {
  readonly authInfo?: RequestAuth | undefined;
  readonly headers?: Headers | undefined;
  readonly sessionId?: string | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
