// Loads an entry point and prints every module that was resolved on the way, with its importer, as JSON.
import { registerHooks } from "node:module";

const edges: { url: string; importer: string }[] = [];
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    edges.push({ url: resolved.url, importer: context.parentURL ?? "" });
    return resolved;
  },
});
await import(process.argv[2] ?? "");
console.log(JSON.stringify(edges));
