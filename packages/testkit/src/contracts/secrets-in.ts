import type { ResourceTarget } from "@org/resources-core";

/** Shorter texts are words that stand anywhere. */
const MIN_LENGTH = 4;

/** What of targets' authorization data can be told from what everybody may see: texts that should appear nowhere. */
export function secretsIn(targets: readonly ResourceTarget[]): ReadonlySet<string> {
  const secrets = new Set<string>();
  const shown = targets.flatMap(({ uri, representation }) => [uri, decoded(uri), representation]);
  const isShown = (text: string): boolean => shown.some((one) => one.includes(text));
  for (const { authorizationData } of targets) collect(undefined, authorizationData);
  return secrets;

  function collect(name: string | undefined, value: unknown): void {
    if (typeof value === "string") {
      if (value.length >= MIN_LENGTH && !isShown(value)) secrets.add(value);
    } else if (typeof value === "number") {
      if (name !== undefined && !isShown(String(value))) secrets.add(memberOf(name, value));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        collect(Array.isArray(value) ? undefined : key, member);
      }
    }
  }
}

/** As it stands in JSON: a number by itself may be any number. */
function memberOf(name: string, value: number): string {
  return `${JSON.stringify(name)}:${value}`;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
