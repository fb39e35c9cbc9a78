import { configuration } from "./vitest.config.ts";

export default configuration("full");
