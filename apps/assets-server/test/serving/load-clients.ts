// Many clients in a process of their own, so that what they do does not slow down what is measured. Reads its orders
// from stdin as JSON, prints what came of them as JSON.
import { text } from "node:stream/consumers";
import { keepAlive, mcpPost } from "./mcp-post.ts";

/** What the clients are to do. */
export interface LoadOrders {
  readonly url: string;
  /** Each is one client. */
  readonly clients: readonly { readonly token: string; readonly tenant: string }[];
  readonly durationMs: number;
  /** Requests that start earlier are not measured. */
  readonly warmUpMs: number;
  /** Mean pause between an answer and the next request. */
  readonly thinkMs: number;
  /** Drawn from, each with equal probability. */
  readonly requests: readonly { readonly method: string; readonly params: object }[];
}

/** What came of them, by tenant. */
export type LoadResult = Readonly<
  Record<
    string,
    { readonly outcomes: Record<string, number>; readonly p50: number; readonly p99: number }
  >
>;

const { url, clients, durationMs, warmUpMs, thinkMs, requests } = JSON.parse(
  await text(process.stdin),
) as LoadOrders;
const tenants = new Map<string, { outcomes: Record<string, number>; ms: number[] }>();
const start = performance.now();

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * thinkMs));
}

await Promise.all(
  clients.map(async ({ token, tenant }) => {
    const agent = keepAlive();
    const seen = tenants.get(tenant) ?? { outcomes: {}, ms: [] };
    tenants.set(tenant, seen);
    await pause();
    while (performance.now() - start < durationMs) {
      const began = performance.now() - start;
      const { method, params } = requests[Math.floor(Math.random() * requests.length)] ?? {
        method: "",
        params: {},
      };
      // One after another: a client waits for its answer.
      // oxlint-disable-next-line no-await-in-loop
      const { outcome, ms } = await mcpPost(new URL(url), token, method, params, agent);
      seen.outcomes[outcome] = (seen.outcomes[outcome] ?? 0) + 1;
      if (began >= warmUpMs && outcome === "ok") seen.ms.push(ms);
      // oxlint-disable-next-line no-await-in-loop
      await pause();
    }
    agent.destroy();
  }),
);

const result: LoadResult = Object.fromEntries(
  Array.from(tenants, ([tenant, { outcomes, ms }]) => {
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? NaN;
    return [tenant, { outcomes, p50: at(0.5), p99: at(0.99) }];
  }),
);
process.stdout.write(JSON.stringify(result));
