import type { AttachOptions } from "./attach-options.ts";
import { COMPLETE } from "./completion.ts";
import { isObject, isRecord } from "./json-shape.ts";
import { isServed, type LowLevelServer, storedHandlers } from "./server-seam.ts";

/** Servers that have a gateway. */
const attached = new WeakSet<LowLevelServer>();

/** The methods that a gateway answers, and what to tell whoever wants to answer them beside it. */
export const RESOURCE_METHODS: ReadonlyMap<string, string> = new Map(
  ["resources/list", "resources/templates/list", "resources/read"].map((method) => [
    method,
    `attachResources serves ${method} on this server: give the gateway a binding instead of registering a resource by hand.`,
  ]),
);

/** What to tell whoever wants to answer for prompts where the adapter cannot let both live. */
export const COMPLETIONS_REMEDY: string =
  `attachResources serves ${COMPLETE} on this server: register prompts with completion before attachResources, ` +
  "or give it the option completions: { prompts } (your callback answers for prompts) " +
  "or completions: false (answer for both yourself, with completeResource).";

const OPTIONS: ReadonlySet<string> = new Set<keyof AttachOptions<unknown, never>>([
  "context",
  "signal",
  "completions",
  "extensions",
]);

interface UncheckedOptions {
  readonly context?: unknown;
  readonly signal?: unknown;
  readonly completions?: unknown;
  readonly extensions?: unknown;
}

/** Refuses options that no type checker has seen. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw new TypeError("attachResources: options are an object.");
  checkNames(options);
  const { context, signal, completions, extensions }: UncheckedOptions = options;
  if (context !== undefined && typeof context !== "function") {
    throw new TypeError("attachResources: context is a function that says who sends a request.");
  }
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError("attachResources: signal is an AbortSignal.");
  }
  if (completions !== undefined && completions !== false && !hasPrompts(completions)) {
    throw new TypeError("attachResources: completions is false or { prompts: function }.");
  }
  if (extensions !== undefined && !isExtensions(extensions)) {
    throw new TypeError("attachResources: extensions is an object of extension capabilities.");
  }
}

/** A misspelt option would be no option. An object of a class may have members of its own. */
function checkNames(options: object): void {
  const prototype: unknown = Object.getPrototypeOf(options);
  if (prototype !== Object.prototype && prototype !== null) return;
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown === undefined) return;
  const known = [...OPTIONS].join(", ");
  throw new TypeError(
    `attachResources: unknown option ${JSON.stringify(unknown.slice(0, 80))}; there are ${known}.`,
  );
}

/** By its members: a signal may come from another realm or a polyfill. */
function isSignal(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { aborted, addEventListener }: { aborted?: unknown; addEventListener?: unknown } = value;
  return typeof aborted === "boolean" && typeof addEventListener === "function";
}

function hasPrompts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { prompts }: { prompts?: unknown } = value;
  return typeof prompts === "function";
}

/** What is not an object of objects, clients refuse with the whole connection. */
function isExtensions(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((extension) => isRecord(extension));
}

/** Refuses a server that this gateway cannot serve whole, before anything of it is touched (SDK-1). */
export function checkServer(server: LowLevelServer, extensions: object | undefined): void {
  if (attached.has(server)) {
    throw new TypeError(
      "attachResources was called on this server before: attach one gateway, with all bindings or contributors, once.",
    );
  }
  if (!canBeGuarded(server)) {
    throw new TypeError(
      "This server is frozen: attachResources guards its handlers by two members of its own. Leave it as the SDK made it.",
    );
  }
  for (const method of RESOURCE_METHODS.keys()) {
    if (isServed(server, method)) {
      throw new TypeError(
        `This server has a handler for ${method} already: attachResources serves all resources. ` +
          "Make them bindings of the gateway instead of registering them by hand, and leave resources out of the " +
          "capabilities of an McpServer, which registers handlers for it at once.",
      );
    }
  }
  const capabilities = server.getCapabilities?.();
  if (capabilities?.resources?.subscribe === true) {
    throw new TypeError(
      "This server declares resources.subscribe, and the gateway has no subscriptions: leave it out of its capabilities.",
    );
  }
  if (server.transport === undefined) return;
  if (capabilities?.resources === undefined) throw connectedWithout("resources: {}");
  if (extensions !== undefined && capabilities.extensions === undefined) {
    throw connectedWithout("extensions");
  }
}

/** What `keepHandlers` is going to shadow: it must not fail there, with handlers registered already. */
function canBeGuarded(server: LowLevelServer): boolean {
  return (
    Object.isExtensible(server) &&
    ["assertCanSetRequestHandler", "setRequestHandler"].every(
      (name) => Object.getOwnPropertyDescriptor(server, name)?.configurable !== false,
    )
  );
}

/** Refuses a server on which completions for resources and prompts cannot both live. */
export function checkCompletions<C, Raw>(
  server: LowLevelServer,
  completions: AttachOptions<C, Raw>["completions"],
): void {
  const prompts = completions !== undefined && completions !== false;
  const known = storedHandlers(server)?.has(COMPLETE) === true;
  if (!prompts && !known && isServed(server, COMPLETE)) throw new TypeError(COMPLETIONS_REMEDY);
  if (server.transport === undefined) return;
  if (server.getCapabilities?.()?.completions === undefined) {
    throw connectedWithout("completions: {} (or the option completions: false)");
  }
}

/** From here on `server` has its gateway. */
export function markAttached(server: LowLevelServer): void {
  attached.add(server);
}

function connectedWithout(capability: string): TypeError {
  return new TypeError(
    `This server is connected already, without the capability ${capability}: call attachResources before connect().`,
  );
}
