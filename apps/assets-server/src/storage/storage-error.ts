/** The database cannot be used; `message` says why and what to do, without a value of the connection string. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

/** Somebody else holds what can be held once only; `message` says who. */
export class InUseError extends Error {
  override readonly name = "InUseError";
}
