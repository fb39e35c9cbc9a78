// For how long a client may keep what it read, in milliseconds.

/** What an id of its content names never changes. */
export const IMMUTABLE_MS = 86_400_000;

/** What changes now and then. */
export const SHORT_MS = 30_000;

/** What people are talking about: ask again. */
export const NONE_MS = 0;
