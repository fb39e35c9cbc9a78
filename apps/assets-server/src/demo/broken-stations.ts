import type { ResourcePolicy } from "@org/resources-core";
import { isWarningContents } from "@org/resources-reporting";
import type { FetchHandler } from "@org/serving";
import type { Principal } from "../access/principal.ts";
import type { Surroundings } from "../serving/assets-server.ts";
import type { Break } from "./breaks.ts";

const REPLACEMENTS: Readonly<Record<Break, Surroundings>> = {
  policy: { policy: permitEverything },
  recheck: { policy: repeatFirstAnswers },
  warning: { fetch: dropWarning },
};

/** Builds the replacement around the station, from outside: nothing in the gateway knows of it. */
export function broken(station: Break): Surroundings {
  return REPLACEMENTS[station];
}

function permitEverything(policy: ResourcePolicy<Principal>): ResourcePolicy<Principal> {
  return {
    discover: () => true,
    visible: () => true,
    read: () => true,
    scopeKey: (scope) => policy.scopeKey(scope),
  };
}

/** Remembers each decision by its operation, as a data loader with a cache per request would. */
function repeatFirstAnswers(policy: ResourcePolicy<Principal>): ResourcePolicy<Principal> {
  const remembered = new Map<string, unknown>();
  const once = <T>(operationId: string, question: string, ask: () => T): T => {
    const key = `${operationId} ${question}`;
    if (!remembered.has(key)) remembered.set(key, ask());
    // Only `ask` for this very question has put anything there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return remembered.get(key) as T;
  };
  return {
    discover: (definition, scope) =>
      once(scope.operationId, `discover ${definition.uri ?? definition.uriTemplate}`, () =>
        policy.discover(definition, scope),
      ),
    visible: (target, scope) =>
      once(scope.operationId, `visible ${target.uri}`, () => policy.visible(target, scope)),
    read: (target, scope) =>
      once(scope.operationId, `read ${target.uri}`, () => policy.read(target, scope)),
    scopeKey: (scope) => policy.scopeKey(scope),
  };
}

/** Rewrites every response: a body that is JSON, or a stream of events that each hold JSON. */
function dropWarning(fetch: FetchHandler): FetchHandler {
  return async (request) => {
    const response = await fetch(request);
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const rewritten = type.startsWith("text/event-stream")
      ? text.replaceAll(/^data: (.*)$/gm, (_, json: string) => `data: ${withoutWarning(json)}`)
      : withoutWarning(text);
    return new Response(rewritten, { status: response.status, headers: response.headers });
  };
}

function withoutWarning(json: string): string {
  if (json === "") return json;
  const message: unknown = JSON.parse(json);
  if (!isReadResult(message) || !isWarningContents(message.result.contents[0])) return json;
  message.result.contents.shift();
  return JSON.stringify(message);
}

function isReadResult(message: unknown): message is { result: { contents: unknown[] } } {
  if (typeof message !== "object" || message === null || !("result" in message)) return false;
  const { result } = message;
  return (
    typeof result === "object" &&
    result !== null &&
    "contents" in result &&
    Array.isArray(result.contents)
  );
}
