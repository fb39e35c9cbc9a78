import { DrizzleQueryError, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { READER, WRITER } from "./session-roles.ts";

/** Either driver's connection, or a pool of them, with drizzle around it. */
export type Connection = PgDatabase<PgQueryResultHKT>;

/** What runs inside one transaction. */
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** Runs work in a transaction of its own that commits iff the work's promise is fulfilled. */
export type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Projects, assets and rights. There is no way in but these: nothing runs as the login role once it is open. */
export interface Database {
  /** For a person to read: `postgresql 15.4`. */
  readonly description: string;
  /**
   * Reads with a principal's eyes: row-level security shows what their rights allow, and nothing else. Rejects without
   * another statement once `signal` has aborted.
   */
  readonly readAs: <T>(
    principal: string,
    signal: AbortSignal | undefined,
    work: (tx: Transaction) => Promise<T>,
  ) => Promise<T>;
  /** Changes projects, assets and rights, for the program itself: imports and grants. */
  readonly write: InTransaction;
  /**
   * Changes one project while nobody else imports into it. All happens on one connection, whose end ends the claim.
   * Throws an `InUseError` that says who does.
   */
  readonly claimProject: <T>(
    project: string,
    work: (write: InTransaction) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => Promise<void>;
}

/**
 * One statement and one round trip for SET LOCAL ROLE and the principal. Both end with the transaction, so that a pooled
 * connection keeps nothing of it.
 */
export function readingAs(connection: Connection): Database["readAs"] {
  return async (principal, signal, work) => {
    signal?.throwIfAborted();
    return inTransaction(connection, "read only", async (tx) => {
      // Whoever waited for a connection may be waited for no more.
      signal?.throwIfAborted();
      await tx.execute(
        sql`select set_config('role', ${READER}, true), set_config('assets.principal', ${principal}, true)`,
      );
      signal?.throwIfAborted();
      return work(tx);
    });
  };
}

/** Writes as the role that may, and that neither owns the tables nor sees around their policies. */
export function writing(connection: Connection): InTransaction {
  return (work) =>
    inTransaction(connection, "read write", async (tx) => {
      await tx.execute(sql`select set_config('role', ${WRITER}, true)`);
      return work(tx);
    });
}

async function inTransaction<T>(
  connection: Connection,
  accessMode: "read only" | "read write",
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await connection.transaction(work, { accessMode });
  } catch (error) {
    // Drizzle's own message holds every parameter: bodies, names. The driver's says what is wrong.
    throw error instanceof DrizzleQueryError ? error.cause : error;
  }
}
