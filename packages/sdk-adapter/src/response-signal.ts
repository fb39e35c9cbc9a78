/** A Node `ServerResponse`, or an Express one, as far as its end is concerned. */
export interface ClosableResponse {
  readonly writableFinished: boolean;
  readonly once: (event: "close", listener: () => void) => unknown;
}

/**
 * A signal that aborts when the client of an HTTP response goes away before it is complete (SDK-3). v1's stateless HTTP
 * does not notice by itself: give it to `attachResources` as `signal`, on the server made for that request.
 *
 * @example
 * app.post("/mcp", async (req, res) => {
 *   const server = new McpServer(info);
 *   attachResources(server, gateway, { context, signal: signalOfResponse(res) });
 *   const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
 *   await server.connect(transport);
 *   await transport.handleRequest(req, res, req.body);
 * });
 */
export function signalOfResponse(response: ClosableResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
