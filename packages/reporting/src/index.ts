// For clients of a gateway.
export { readReport, type ReportReading } from "./read-report.ts";
export { isWarningContents } from "./warning.ts";
export { RESOURCE_READ_META_KEY, type ReadReport, type ReportMetadata } from "./report.ts";
export type { IssueCode, ReadIssue } from "./issue.ts";
export type { BlobContents, ResourceContents, TextContents } from "./contents.ts";

// For integrators: those who make results.
export { createIssue } from "./issue.ts";
export { fitReport, type ReportBounds, ReportSizeError, type ReportSizer } from "./fit-report.ts";
export { createWarning } from "./warning.ts";
export {
  contentsByteLength,
  contentsByteLengthBound,
  type ReadItem,
  toContents,
} from "./contents.ts";
export { jsonByteLength } from "./json-byte-length.ts";
export { jsonStringByteLength } from "./json-string-byte-length.ts";
export { utf8ByteLength } from "./utf8-byte-length.ts";
export { base64ByteLength, encodeBase64 } from "./base64.ts";
