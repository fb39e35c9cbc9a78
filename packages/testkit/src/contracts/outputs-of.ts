import {
  createResourceGateway,
  type GatewayEvent,
  isResourceFailure,
  publicPolicy,
  type ReadBundle,
  type ResourceBinding,
  type ResourceGateway,
} from "@org/resources-core";

/** One thing that left a gateway, and its text as JSON; the bytes of bodies as Latin-1. */
export interface Output {
  readonly of: string;
  readonly text: string;
}

/** Everything that a gateway of one binding, which permits all, gives away: to callers, to observers and in failures. */
export async function outputsOf<C>(
  binding: ResourceBinding<C>,
  uris: readonly string[],
  context: C,
): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  const say = (of: string, value: unknown): void => {
    outputs.push({ of, text: inJson(value) });
  };
  const gateway = createResourceGateway<C>({
    policy: publicPolicy(),
    bindings: [binding],
    // `cause` is the host's own, and may say anything.
    observer: ({ type, ...event }: GatewayEvent) => say(`event ${type}`, { ...event, cause: 0 }),
  });
  const attempt = async (of: string, ask: () => Promise<unknown>): Promise<void> => {
    try {
      say(of, await ask());
    } catch (error) {
      if (!isResourceFailure(error)) throw error;
      say(of, [error.toJSON(), error.message]);
    }
  };
  for (const uri of uris) {
    // oxlint-disable-next-line no-await-in-loop -- one read after the other
    await attempt(`read ${uri}`, () => readWith(gateway, uri, context, say));
  }
  await attempt("list", () => gateway.list({}, { context }));
  await attempt("listTemplates", () => gateway.listTemplates({}, { context }));
  const { uriTemplate } = binding.definition;
  if (uriTemplate !== undefined) {
    for (const variable of Object.keys(binding.complete ?? {})) {
      const request = { uriTemplate, variable, value: "" };
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await attempt(`complete ${variable}`, () => gateway.complete(request, { context }));
    }
  }
  return outputs;
}

function readWith<C>(
  gateway: ResourceGateway<C>,
  uri: string,
  context: C,
  say: (of: string, value: unknown) => void,
): Promise<ReadBundle> {
  return gateway.read(uri, {
    context,
    onProgress: (progress) => say(`progress of ${uri}`, progress),
  });
}

function inJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member instanceof Uint8Array ? new TextDecoder("latin1").decode(member) : member,
  );
}
