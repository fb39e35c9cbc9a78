/** Who asks. `id` is what rights are kept under; `name` is for people. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  /** From this instant on (epoch ms) they may do nothing: their proof of who they are has ended. */
  readonly expiresAt?: number | undefined;
}

/**
 * The id that a subject of an issuer is kept under: `https://id.example#alice`. An issuer has no fragment (RFC 8414
 * §2), so that the first `#` parts the two and no pair has another pair's id. The local issuer's subjects are bare
 * names, without a `#`: no token of an issuer is ever one of them.
 */
export function principalId(issuer: string, subject: string): string {
  return `${issuer}#${subject}`;
}

/** The principal that an operator means by `who`: a whole id, or a bare name, which is one of `issuer` if there is one. */
export function principalNamed(who: string, issuer: string | undefined): string {
  return issuer === undefined || who.includes("#") ? who : principalId(issuer, who);
}
