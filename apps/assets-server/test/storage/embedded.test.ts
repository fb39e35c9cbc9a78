import { describe } from "vitest";
import { openMemory } from "../../src/storage/embedded.ts";
import { storageSuite } from "./storage-suite.ts";

describe("storage on the embedded database", { timeout: 60_000 }, () => {
  storageSuite(openMemory);
});
