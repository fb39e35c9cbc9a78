import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import {
  type BlobContents,
  createIssue,
  type IssueCode,
  readReport,
  type ReadItem,
  type ReadReport,
  type ReportBounds,
  type ResourceContents,
  type TextContents,
  toContents,
} from "../src/index.ts";
import type { readReportSchema } from "../src/schema.ts";

test("an item has one body", () => {
  const head = { uri: "a:b", mimeType: "x/y" };
  expectTypeOf({ ...head, text: "" }).toExtend<ReadItem>();
  expectTypeOf({ ...head, bytes: new Uint8Array() }).toExtend<ReadItem>();
  expectTypeOf({ ...head, text: "", _meta: undefined }).toExtend<ReadItem>();
  expectTypeOf({ ...head, text: "", bytes: new Uint8Array() }).not.toExtend<ReadItem>();
  expectTypeOf(head).not.toExtend<ReadItem>();
  expectTypeOf(toContents).returns.toEqualTypeOf<ResourceContents>();
  expectTypeOf<ResourceContents>().toEqualTypeOf<TextContents | BlobContents>();
});

test("issue codes are closed where issues are made, open where they are read", () => {
  expectTypeOf(createIssue).parameter(0).toEqualTypeOf<IssueCode>();
  // @ts-expect-error not a code
  createIssue("nope");
  expectTypeOf<"of_a_later_revision">().toExtend<ReadReport["issues"][number]["code"]>();
});

test("a reading is told apart by its status", () => {
  const reading = readReport({});
  if (reading.status === "ok") expectTypeOf(reading.report).toEqualTypeOf<ReadReport>();
  if (reading.status === "unrecognized") {
    expectTypeOf(reading.version).toEqualTypeOf<number | undefined>();
  }
  expectTypeOf<z.output<typeof readReportSchema>>().toEqualTypeOf<ReadReport>();
});

test("a report is plain JSON, also to the compiler", () => {
  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
  expectTypeOf<ReadReport>().toExtend<Json>();
  expectTypeOf<Parameters<NonNullable<ReportBounds["sizer"]>>[1]>().toExtend<Json>();
});
