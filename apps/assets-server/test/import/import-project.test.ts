import { describe } from "vitest";
import { openMemory } from "../../src/storage/embedded.ts";
import { importSuite } from "./import-suite.ts";

describe("importing on the embedded database", { timeout: 60_000 }, () => {
  importSuite(openMemory);
});
