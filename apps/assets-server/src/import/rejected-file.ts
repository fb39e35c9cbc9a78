/** A file that an import leaves out; `message` is the reason, for the person who runs the import. */
export class RejectedFile extends Error {
  override readonly name = "RejectedFile";
}

/** What was left out and why; `file` is relative to the imported directory. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}
