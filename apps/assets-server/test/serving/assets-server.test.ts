import { describe } from "vitest";
import { openMemory } from "../../src/storage/embedded.ts";
import { servingSuite } from "./serving-suite.ts";

describe("serving on the embedded database", { timeout: 60_000 }, () => {
  servingSuite(openMemory);
});
