import { readFileSync } from "node:fs";

/** The files that importing `entry` (a file URL) loads from its own package, through static relative imports. */
export function moduleGraph(
  entry: string,
): readonly { readonly url: string; readonly source: string }[] {
  const graph = new Map<string, string>();
  const waiting = [entry];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (graph.has(url)) continue;
    const source = readFileSync(new URL(url), "utf8");
    graph.set(url, source);
    for (const [, specifier] of source.matchAll(
      /^(?:import|export)\b[^;"']*["'](\.[^"']+)["']/gm,
    )) {
      if (specifier !== undefined) waiting.push(new URL(specifier, url).href);
    }
  }
  return [...graph].map(([url, source]) => ({ url, source }));
}
