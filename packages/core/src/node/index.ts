// For servers on Node, Deno and Bun: bodies from the file system.
export { fileSource, type FileSourceOptions } from "./file-source.ts";
export type { FileSource } from "../readers/resource-body.ts";
