import { describe } from "vitest";
import { openMemory } from "../../src/storage/embedded.ts";
import { demoSuite } from "./demo-suite.ts";

describe("the demo on the embedded database", { timeout: 60_000 }, () => {
  demoSuite(openMemory);
});
