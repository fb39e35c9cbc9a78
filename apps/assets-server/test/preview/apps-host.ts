import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The policy that MCP Apps prescribe for an app that declares nothing: scripts and styles in the page, pictures as data. */
const DEFAULT_CSP = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

const HOST_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<style>body{margin:0;background:#888}iframe{display:block;width:100%;height:80px;border:0}</style></head>
<body><h1 hidden>Host</h1><script type="module" src="/host.js"></script></body></html>`;
const SANDBOX_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title>
<style>html,body,iframe{display:block;margin:0;width:100%;height:100%;border:0}</style></head>
<body><script src="/sandbox.js"></script></body></html>`;

/** A running host of MCP Apps: its page on one origin, its sandbox on another, and a way to servers. */
export interface AppsHost {
  readonly origin: string;
  readonly sandbox: string;
  /** The host's page for a project, seen as somebody, with what the host offers to apps. */
  readonly page: (asked: Readonly<Record<string, string>>) => string;
  readonly close: () => Promise<void>;
}

/** Starts one. `route` says where `/as/NAME/mcp` leads, and with which token. */
export async function startAppsHost(
  route: (name: string) => { readonly url: URL; readonly token?: string | undefined },
): Promise<AppsHost> {
  const scripts = await bundle();
  const page = await listen((incoming, response) => {
    const name = /^\/as\/([^/]*)\/mcp$/.exec(incoming.url ?? "")?.[1];
    if (name !== undefined) forward(incoming, response, route(decodeURIComponent(name)));
    else serve(incoming, response, { "/": HOST_PAGE, "/host.js": scripts.host });
  });
  const sandbox = await listen((incoming, response) => {
    response.setHeader("content-security-policy", DEFAULT_CSP);
    serve(incoming, response, { "/": SANDBOX_PAGE, "/sandbox.js": scripts.sandbox });
  });
  return {
    origin: page.origin,
    sandbox: sandbox.origin,
    page: (asked) =>
      `${page.origin}/?${new URLSearchParams({ ...asked, sandbox: `${sandbox.origin}/` }).toString()}`,
    close: async () => {
      await Promise.all([page.close(), sandbox.close()]);
    },
  };
}

async function bundle(): Promise<{ host: string; sandbox: string }> {
  const folder = fileURLToPath(new URL("host/", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [`${folder}host.ts`, `${folder}sandbox.ts`],
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const text = (name: string): string =>
    outputFiles.find(({ path }) => path.endsWith(name))?.text ?? "";
  return { host: text("host.js"), sandbox: text("sandbox.js") };
}

function serve(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  files: Readonly<Record<string, string>>,
): void {
  const path = url.split("?", 1)[0] ?? "";
  const type = path.endsWith(".js") ? "text/javascript" : "text/html";
  response.writeHead(path in files ? 200 : 404, { "content-type": `${type}; charset=utf-8` });
  response.end(files[path]);
}

/** Passes a request on as it is, in its user's name. */
function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { url, token }: { readonly url: URL; readonly token?: string | undefined },
): void {
  const { host: _host, origin: _origin, referer: _referer, ...headers } = incoming.headers;
  const onward = request(url, {
    method: incoming.method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  onward.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => {
    response.writeHead(502).end();
  });
  response.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

async function listen(
  handler: (incoming: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
