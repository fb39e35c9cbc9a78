import type { Database } from "./database.ts";
import { openDirectory, openMemory } from "./embedded.ts";
import { openPostgres } from "./postgres.ts";

/** Which database: a directory, a PostgreSQL server, or neither, which is one in memory. */
export interface DatabaseChoice {
  readonly dataDirectory?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

/**
 * Opens a database, brings it up to date and checks that its row-level security holds. Throws a `StorageError`, or an
 * `InUseError` where somebody else has it; `purpose` is what they are told in turn.
 */
export function openDatabase(
  choice: DatabaseChoice,
  purpose: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const { dataDirectory, databaseUrl } = choice;
  if (databaseUrl !== undefined) return openPostgres({ url: databaseUrl, purpose, onError });
  return dataDirectory === undefined ? openMemory() : openDirectory(dataDirectory, purpose);
}
