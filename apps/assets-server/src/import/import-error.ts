/** The directory cannot be imported at all; `message` says why. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
