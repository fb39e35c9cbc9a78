import type { Server } from "node:http";

/** The address cannot be listened on; `message` says why and what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/** Listens; throws {@link ListenError}. */
export function listen(server: Server, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new ListenError(explain(error, hostname, port), { cause: error }));
    });
    server.listen({ host: hostname.replaceAll(/[[\]]/g, ""), port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, hostname: string, port: number): string {
  const code = error.code ?? "unknown fault";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${hostname} is in use. Stop the program that uses it, or choose another port (0 takes any free one).`;
    case "EACCES":
      return `Port ${port} on ${hostname} is reserved for administrators. Choose one from 1024 to 65535 (0 takes any free one).`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${hostname}. Use 127.0.0.1.`;
    default:
      return `Cannot listen on ${hostname}, port ${port} (${code}).`;
  }
}
