import { z } from "zod";
import { AnswerMalformed } from "./failures.ts";

// The fields of Forgejo's answers, as this server uses them. What is not named in a schema is dropped unread; Go's
// empty values (null, "", year 1) become `undefined`, and so are absent from every result.

/** A text that may be missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text === null || text === "" ? undefined : text));

/** A time in RFC 3339 that may be missing; Go's zero time is none. */
export const optionalTime = optionalText.transform((text) =>
  text?.startsWith("0001-01-01T") === true ? undefined : text,
);

/** A count or an id. */
export const count = z.number().int().nonnegative();

/** Whoever did something: the login, if the account is still there. */
export const login = z
  .object({ login: optionalText })
  .nullish()
  .transform((user) => user?.login);

/** A list. Go writes an empty one as null, but writes it: an answer without it is not the answer that was asked for. */
export function list<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);
}

/** Takes what is used of an answer. Throws {@link AnswerMalformed}, which names fields and no values. */
export function take<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AnswerMalformed(
    `not as promised at ${issue?.path.join(".") ?? ""}: ${issue?.code ?? ""}`,
  );
}
