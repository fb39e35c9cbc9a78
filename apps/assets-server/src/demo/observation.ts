import { ProtocolError, type Client, type ReadResourceResult } from "@modelcontextprotocol/client";
import { isWarningContents, readReport, type ReadReport } from "@org/resources-reporting";

/** One content as the client got it. */
export interface Received {
  readonly uri: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** What a client got for a read: everything in it comes from the response. */
export type ReadOutcome =
  | {
      readonly kind: "bundle";
      readonly items: readonly Received[];
      /** The text of the warning, if the first content is one. */
      readonly warning?: string | undefined;
      readonly report?: ReadReport | undefined;
    }
  | { readonly kind: "error"; readonly code: number; readonly message: string };

/** What a client saw of a server. */
export interface Observation {
  readonly revision: string;
  readonly resources: readonly string[];
  readonly templates: readonly string[];
  readonly read: ReadOutcome;
}

/** Lists everything and reads one URI. */
export async function observe(client: Client, uri: string): Promise<Observation> {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  return {
    revision: client.getNegotiatedProtocolVersion() ?? "none",
    resources: resources.map((resource) => resource.uri),
    templates: resourceTemplates.map((template) => template.uriTemplate),
    read: await observeRead(client, uri),
  };
}

/** Reads one URI; an error that the server answered is an outcome, any other fault is thrown. */
export async function observeRead(client: Client, uri: string): Promise<ReadOutcome> {
  try {
    return outcomeOf(await client.readResource({ uri }, { cacheMode: "bypass" }));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { kind: "error", code: error.code, message: error.message };
  }
}

function outcomeOf(result: ReadResourceResult): ReadOutcome {
  const [first, ...rest] = result.contents;
  const warned = first !== undefined && isWarningContents(first);
  const reading = readReport(result);
  return {
    kind: "bundle",
    items: (warned ? rest : result.contents).map((content) => ({
      uri: content.uri,
      mimeType: content.mimeType ?? "",
      bytes: Buffer.from(
        "text" in content ? content.text : content.blob,
        "text" in content ? "utf8" : "base64",
      ).byteLength,
    })),
    warning: warned && "text" in first ? first.text : undefined,
    report: reading.status === "ok" ? reading.report : undefined,
  };
}
