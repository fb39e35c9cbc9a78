/** Forgejo does not give this to this caller: not there, not permitted, moved; the caller must not learn which. */
export class UpstreamRefused extends Error {
  override readonly name = "UpstreamRefused";
  readonly status: number;

  constructor(status: number) {
    super(`Forgejo answered ${status}`);
    this.status = status;
  }
}

/** Forgejo could not answer now: another try may help. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    more: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** An answer grew beyond its limit, and was not read on. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/** An answer is not what Forgejo's interface promises, or contradicts itself: nothing is made of it. */
export class AnswerMalformed extends Error {
  override readonly name = "AnswerMalformed";
}
