/** An API value: the seed reads a few fields of what it made. */
export type Made = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly number: number;
};

/** A part of what was made. */
export function made(value: unknown): Made {
  if (typeof value !== "object" || value === null) throw new Error(`not made: ${String(value)}`);
  // The seed asks only for fields that Forgejo documents; a missing one fails the next call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Made;
}

/** Writes to a Forgejo as its administrator, on behalf of its users. */
export interface ForgeAdmin {
  readonly send: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    as?: string,
  ) => Promise<Made>;
  /** A token of the user, with exactly these scopes. */
  readonly token: (user: string, password: string, scopes: readonly string[]) => Promise<string>;
}

/** Opens an administrator's connection; a refused call throws with Forgejo's own words. */
export function createForgeAdmin(url: string, adminToken: string): ForgeAdmin {
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: unknown,
  ): Promise<Made> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return made(text === "" ? {} : JSON.parse(text));
  };
  return {
    send: (method, path, body, as) =>
      call(
        method,
        path,
        { authorization: `token ${adminToken}`, ...(as !== undefined && { sudo: as }) },
        body,
      ),
    token: async (user, password, scopes) => {
      const basic = Buffer.from(`${user}:${password}`).toString("base64");
      const token = await call(
        "POST",
        `/users/${user}/tokens`,
        { authorization: `Basic ${basic}` },
        { name: `recording-${scopes.join("-").replaceAll(":", "-")}`, scopes },
      );
      return String(token["sha1"]);
    },
  };
}
