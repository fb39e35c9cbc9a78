/** Every case, in the order of the table. */
import type { Case } from "../case.ts";
import { p01 } from "./p01-validate.ts";
import { p02 } from "./p02-parse.ts";
import { p03 } from "./p03-select.ts";
import { p04 } from "./p04-select-vs-sdk.ts";
import { p05 } from "./p05-lattice.ts";
import { p06 } from "./p06-import.ts";
import { p07 } from "./p07-string-size.ts";
import { p08 } from "./p08-string-size-memory.ts";
import { p09 } from "./p09-blob.ts";
import { p10 } from "./p10-read.ts";
import { p11 } from "./p11-large-text.ts";
import { p12 } from "./p12-deadline.ts";
import { p13 } from "./p13-transports.ts";
import { p14 } from "./p14-bundle.ts";
import { p15 } from "./p15-list.ts";

export const cases: readonly Case[] = [
  p01,
  p02,
  p03,
  p04,
  p05,
  p06,
  p07,
  p08,
  p09,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
];
