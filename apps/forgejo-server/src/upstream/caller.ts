import { createHmac, randomBytes } from "node:crypto";

/** Of this process alone: a key of a caller tells nothing to whoever reads it elsewhere. */
const HASH_KEY = randomBytes(32);

/**
 * On whose behalf Forgejo is asked: whoever holds an access token, or anybody.
 *
 * The token is in a private field, so that neither a log nor an inspection shows it; `key` stands for it.
 */
export class Caller {
  /** The same for the same token, in this process; a keyed hash. */
  readonly key: string;
  readonly anonymous: boolean;
  readonly #token: string | undefined;

  constructor(token?: string) {
    if (token !== undefined && !isToken(token)) throw new TypeError("not an access token");
    this.#token = token;
    this.anonymous = token === undefined;
    this.key =
      token === undefined
        ? "anonymous"
        : createHmac("sha256", HASH_KEY).update(token).digest("base64url");
  }

  /** What Forgejo is told; nothing for an anonymous caller. */
  headers(): Record<string, string> {
    return this.#token === undefined ? {} : { authorization: `token ${this.#token}` };
  }
}

/** Tells whether a string can be an access token, and so a part of a header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}
