import type { ResourceGateway } from "@org/resources-core";
import { gatewayPort } from "@org/resources-core/adapter";
import type { AttachOptions } from "./attach-options.ts";
import { COMPLETE, serveCompletion } from "./completion.ts";
import { keepHandlers } from "./keep-handlers.ts";
import {
  checkCompletions,
  checkOptions,
  checkServer,
  COMPLETIONS_REMEDY,
  markAttached,
  RESOURCE_METHODS,
} from "./misuse.ts";
import { cursorIn, paramsOf, stringIn, uriIn } from "./params.ts";
import { type Operate, perform } from "./perform.ts";
import { progressReporter } from "./progress.ts";
import { type LowLevelServer, type ServerSeam, storedHandlers } from "./server-seam.ts";
import { signalJoiner } from "./signals.ts";
import { listResult, listTemplatesResult, readResult } from "./wire-result.ts";
import { resultSizer } from "./wire-size.ts";

/** The story of an attachment, the same for both SDKs: check, declare, serve, and keep what is served (SDK-1). */
export function attach<C, Raw>(
  seam: ServerSeam<Raw>,
  gateway: ResourceGateway<C>,
  options: AttachOptions<C, Raw>,
): void {
  const port = gatewayPort(gateway);
  checkOptions(options);
  const { server } = seam;
  const { context, signal, completions, extensions } = options;
  const completes = port.completes && completions !== false;
  checkServer(server, extensions);
  if (completes) checkCompletions(server, completions);

  const { maxUriBytes } = gateway.limits;
  const join = signalJoiner(signal);
  const operate: Operate<Raw> = async (call, run, read) => {
    const joined = join(call.signal);
    try {
      const source = () => context.call(options, call.info, call.raw);
      const { id } = call;
      return await perform(
        { port, maxUriBytes, context: source, signal: joined.signal, id, ...read },
        run,
      );
    } finally {
      joined.release();
    }
  };

  if (server.transport === undefined) {
    server.registerCapabilities({
      resources: {},
      ...(completes ? { completions: {} } : {}),
      ...(extensions === undefined ? {} : { extensions }),
    });
  }
  serveResources(seam, operate, port.listTtlMs);
  const completion = completes ? serveCompletion(seam, completions, operate) : undefined;
  keep(server, completion, completions !== undefined);
  markAttached(server);
}

function serveResources<Raw>(
  { serve }: ServerSeam<Raw>,
  operate: Operate<Raw>,
  listTtlMs: number,
): void {
  serve("resources/list", (params, call) =>
    operate(call, async (operation) => {
      const page = await operation.list({ cursor: cursorIn(params) });
      return listResult(page, { modern: call.modern, listTtlMs });
    }),
  );
  serve("resources/templates/list", (params, call) =>
    operate(call, async (operation) => {
      const page = await operation.listTemplates({ cursor: cursorIn(params) });
      return listTemplatesResult(page, { modern: call.modern, listTtlMs });
    }),
  );
  serve("resources/read", (params, call) => {
    const read = { uri: uriIn(params), sizer: resultSizer(call) };
    return operate(
      call,
      async (operation) => {
        const uri = stringIn(paramsOf(params), "uri");
        const bundle = await operation.read(uri, { onProgress: progressReporter(call) });
        return readResult(bundle, call.modern);
      },
      read,
    );
  });
}

/** Prompts may join later, unless the host has said who answers for them. */
function keep(
  server: LowLevelServer,
  completion: { readonly adopt: () => void } | undefined,
  decided: boolean,
): void {
  const refused = new Map(RESOURCE_METHODS);
  const joins = completion !== undefined && !decided && storedHandlers(server) !== undefined;
  if (completion !== undefined && !joins) refused.set(COMPLETE, COMPLETIONS_REMEDY);
  const shared = joins ? { method: COMPLETE, adopt: completion.adopt } : undefined;
  keepHandlers(server, { refused, shared });
}
