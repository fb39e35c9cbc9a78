/** Where `token --as WHO` asks a running server. POST alone, so that no link and no image asks. */
export const DEV_TOKEN_PATH = "/dev/token";

/** Tells whether a name can be the local issuer's: `#` parts the ids of other issuers. */
export function isDevName(who: string): boolean {
  return /^[^#\p{Cc}\p{Cs}]{1,255}$/u.test(who);
}
