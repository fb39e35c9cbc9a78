import { type AttachOptions, withContext } from "../attach-options.ts";

/** A client that is connected to a gateway in this process, and the way to end it. */
export interface TestClient<out Client> extends AsyncDisposable {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/**
 * What `connectTestClient` takes: the caller's context, or a callback that makes it as for `attachResources`; and that
 * one's other options.
 */
export type TestClientOptions<C, Raw> = Omit<Partial<AttachOptions<C, Raw>>, "context"> & {
  readonly context?: C | AttachOptions<C, Raw>["context"] | undefined;
};

/** The same options as `attachResources` takes them. */
export function asAttachOptions<C, Raw>(
  options: TestClientOptions<C, Raw> | undefined,
): AttachOptions<C, Raw> {
  const { context, ...others } = options ?? {};
  if (isCallback<C, Raw>(context)) {
    return { ...others, context: (request, raw) => context.call(options, request, raw) };
  }
  return withContext<C, Raw>(
    context === undefined ? others : { ...others, context: () => context },
  );
}

/** A context that is itself a function would be called: no context is. */
function isCallback<C, Raw>(
  context: TestClientOptions<C, Raw>["context"],
): context is AttachOptions<C, Raw>["context"] {
  return typeof context === "function";
}

/** Gathers what `connectTestClient` returns. */
export function testClient<Client>(client: Client, close: () => Promise<void>): TestClient<Client> {
  return { client, close, [Symbol.asyncDispose]: close };
}

/** What the two ends call themselves. */
export const TEST_SERVER = { name: "resources-under-test", version: "0.0.0" };
export const TEST_CLIENT = { name: "resources-test-client", version: "0.0.0" };
