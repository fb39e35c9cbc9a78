import type { Page, PageRequest, ResourceGateway } from "@org/resources-core";
import { gatewayPort, isResourceFailure } from "@org/resources-core/adapter";
import { type AttachOptions, withContext } from "./attach-options.ts";
import { COMPLETE, serveCompletion } from "./completion.ts";
import { watchCursors } from "./cursor-hint.ts";
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

type ListPage<T> = (page: PageRequest) => Promise<Page<T>>;

/** The story of an attachment, the same for both SDKs: check, declare, serve, and keep what is served (SDK-1). */
export function attach<C, Raw>(
  seam: ServerSeam<Raw>,
  gateway: ResourceGateway<C>,
  given: Partial<AttachOptions<C, Raw>> = {},
): void {
  const port = gatewayPort(gateway);
  checkOptions(given);
  const options = withContext(given);
  const { server } = seam;
  const { context, signal, completions, extensions } = options;
  const completes = port.completes && completions !== false;
  checkServer(server, extensions);
  if (completes) checkCompletions(server, completions);

  const { maxUriBytes } = gateway.limits;
  const join = signalJoiner(signal);
  const operate: Operate<Raw> = (call, ask, convert, read) => {
    const { signal: joined, release } = join(call.signal);
    const performance = {
      port,
      maxUriBytes,
      context: () => context.call(options, call.info, call.raw),
      signal: joined,
      release,
      id: call.id,
      uri: read?.uri,
      sizer: read?.sizer,
    };
    return perform(performance, ask, convert);
  };

  if (server.transport === undefined) {
    server.registerCapabilities({
      resources: {},
      ...(completes ? { completions: {} } : {}),
      ...(extensions === undefined ? {} : { extensions }),
    });
  }
  serveLists(seam, operate, port);
  serveReads(seam, operate);
  const completion = completes ? serveCompletion(seam, completions, operate) : undefined;
  keep(server, completion, completions !== undefined);
  markAttached(server);
}

function serveLists<Raw>(
  { server, serve }: ServerSeam<Raw>,
  operate: Operate<Raw>,
  port: { readonly listTtlMs: number; readonly cursorKeysGiven: boolean },
): void {
  const cursors = watchCursors(server, port);
  const { listTtlMs } = port;
  const page = async <T>(cursor: string | undefined, list: ListPage<T>): Promise<Page<T>> => {
    try {
      const listed = await list({ cursor });
      if (listed.nextCursor !== undefined) cursors.issued();
      return listed;
    } catch (error) {
      if (isResourceFailure(error) && error.code === "invalid_cursor") cursors.refused(cursor);
      throw error;
    }
  };
  serve("resources/list", (params, call) =>
    operate(
      call,
      (operation) => page(cursorIn(params), (asked) => operation.list(asked)),
      (listed) => listResult(listed, { modern: call.modern, listTtlMs }),
    ),
  );
  serve("resources/templates/list", (params, call) =>
    operate(
      call,
      (operation) => page(cursorIn(params), (asked) => operation.listTemplates(asked)),
      (listed) => listTemplatesResult(listed, { modern: call.modern, listTtlMs }),
    ),
  );
}

function serveReads<Raw>({ serve }: ServerSeam<Raw>, operate: Operate<Raw>): void {
  serve("resources/read", (params, call) =>
    operate(
      call,
      (operation) => {
        const uri = stringIn(paramsOf(params), "uri");
        return operation.read(uri, { onProgress: progressReporter(call) });
      },
      (bundle) => readResult(bundle, call.modern),
      { uri: uriIn(params), sizer: resultSizer(call) },
    ),
  );
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
