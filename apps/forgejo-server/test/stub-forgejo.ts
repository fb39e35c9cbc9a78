import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { commentsFor, findAnswer, type StubAnswer } from "./stub-world.ts";

/** A small Forgejo whose behaviour a test decides: what a recording cannot do. */
export interface StubForgejo {
  readonly url: URL;
  /** Every request that arrived, in order. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  /** The most requests that were open at once. */
  readonly mostAtOnce: () => number;
  /** Tokens that are refused from now on. */
  readonly revoked: Set<string>;
  /** Answers in the world's place; return true when it did. */
  intercept:
    | ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>)
    | undefined;
  readonly close: () => Promise<void>;
}

export async function startStubForgejo(): Promise<StubForgejo> {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const revoked = new Set<string>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once("close", () => (open -= 1));
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "";
    const { authorization } = request.headers;
    requests.push({ path, authorization });
    if ((await stub.intercept?.(request, response)) === true) return;
    const token = authorization?.replace(/^token /, "");
    const found: StubAnswer =
      token !== undefined && revoked.has(token)
        ? { status: 401, body: { message: "token was revoked" } }
        : findAnswer(path, token);
    response.writeHead(found.status, { "content-type": "application/json", ...found.headers });
    response.end(found.body === undefined ? undefined : JSON.stringify(found.body));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stub: StubForgejo = {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    revoked,
    mostAtOnce: () => most,
    intercept: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stub;
}

export { commentsFor };
