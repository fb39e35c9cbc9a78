import { Agent, request } from "node:http";

/** What a request came to: `ok`, a JSON-RPC error's message, an HTTP status, or a fault of the connection. */
export interface Outcome {
  readonly outcome: string;
  readonly text: string;
  readonly ms: number;
}

/** Connections of one client. */
export function keepAlive(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/** Sends one request of MCP without any client library in between, so that what is measured is the server. */
export function mcpPost(
  url: URL,
  token: string,
  method: string,
  params: object,
  agent?: Agent,
): Promise<Outcome> {
  const start = performance.now();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return new Promise((resolve) => {
    const done = (outcome: string, text: string): void => {
      resolve({ outcome, text, ms: performance.now() - start });
    };
    const outgoing = request(
      url,
      {
        method: "POST",
        agent,
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          authorization: `Bearer ${token}`,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", (error) => {
          done(error.message, "");
        });
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode !== 200) done(`status ${response.statusCode}`, text);
          else done(/"error":\{"code":-\d+,"message":"([^"]*)"/.exec(text)?.[1] ?? "ok", text);
        });
      },
    );
    outgoing.on("error", (error) => {
      done(error.message, "");
    });
    outgoing.end(body);
  });
}
