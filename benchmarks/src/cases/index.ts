/** Every case, in the order of the table. */
import type { Case } from "../case.ts";
import { p06 } from "./p06-import.ts";
import { p07 } from "./p07-string-size.ts";
import { p08 } from "./p08-string-size-memory.ts";
import { p09 } from "./p09-blob.ts";

export const cases: readonly Case[] = [p06, p07, p08, p09];
