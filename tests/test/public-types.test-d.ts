// What a user may name and import: every public type by its entry point, with the shape that the packages promise.
// A name that goes missing, or an entry that moves, does not compile here before it fails in somebody's project.
import * as core from "@org/resources-core";
import type * as adapter from "@org/resources-core/adapter";
import { type FileSource as NodeFileSource, fileSource } from "@org/resources-core/node";
import * as reporting from "@org/resources-reporting";
import { readReportSchema } from "@org/resources-reporting/schema";
import * as apps from "@org/resources-sdk-adapter/mcp-apps";
import * as v1 from "@org/resources-sdk-adapter/v1";
import { connectTestClient as connectV1 } from "@org/resources-sdk-adapter/v1/testing";
import * as v2 from "@org/resources-sdk-adapter/v2";
import { connectTestClient as connectV2 } from "@org/resources-sdk-adapter/v2/testing";
import * as kit from "@org/resources-testkit";
import * as arbitraries from "@org/resources-testkit/arbitraries";
import * as uri from "@org/resources-uri";
import { resourceTemplateSchema, resourceUriSchema } from "@org/resources-uri/zod";
import type { Arbitrary } from "fast-check";
import { describe, expectTypeOf, it } from "vitest";

interface Caller {
  readonly user: string;
}
interface Tenant {
  readonly tenant: string;
}

describe("@org/resources-uri", () => {
  it("URIs: a verdict or an error with code and offset", () => {
    type ResourceUriKeys = "href" | "scheme" | "authority" | "path" | "query" | "fragment";
    expectTypeOf<keyof uri.ResourceUri>().toEqualTypeOf<ResourceUriKeys>();
    expectTypeOf(uri.parseResourceUri).returns.toEqualTypeOf<uri.ResourceUri>();
    expectTypeOf(uri.validateResourceUri).parameter(0).toBeUnknown();
    expectTypeOf(uri.validateResourceUri).returns.toEqualTypeOf<
      | { readonly ok: true; readonly uri: uri.ResourceUri }
      | { readonly ok: false; readonly error: uri.ResourceUriError }
    >();
    expectTypeOf(uri.encodeIri).returns.toEqualTypeOf<uri.ResourceUriString>();
    expectTypeOf(uri.isResourceUri).guards.toEqualTypeOf<uri.ResourceUriString>();
    expectTypeOf<string>().not.toExtend<uri.ResourceUriString>();
    expectTypeOf<uri.ResourceUriError>().toExtend<Error>();
    expectTypeOf<uri.ResourceUriError["code"]>().toEqualTypeOf<uri.UriErrorCode>();
    expectTypeOf<uri.ResourceUriError["offset"]>().toBeNumber();
  });

  it("the codes of a URI's faults are a closed set", () => {
    expectTypeOf<uri.UriErrorCode>().toEqualTypeOf<
      | "too_long"
      | "not_a_string"
      | "empty"
      | "not_absolute"
      | "invalid_character"
      | "unexpanded_template"
      | "invalid_utf8"
      | "invalid_percent_escape"
      | "credentials"
      | "invalid_authority"
      | "dot_segment"
      | "reserved_scheme"
    >();
  });

  it("a template types its variables, into match and out of expand", () => {
    const template = uri.parseResourceTemplate("asset://host/{project}/{file}");
    type Variables = { readonly project: string; readonly file: string };
    expectTypeOf(template).toEqualTypeOf<uri.ResourceTemplate<"asset://host/{project}/{file}">>();
    expectTypeOf<(typeof template)["expand"]>().toEqualTypeOf<
      (variables: Variables) => uri.ResourceUriString
    >();
    const match = template.match("");
    if (match.ok) expectTypeOf(match.variables).toEqualTypeOf<Variables>();
    else {
      expectTypeOf(match.code).toEqualTypeOf<"no_match" | "invalid_capture">();
      expectTypeOf(match.variable).toEqualTypeOf<string | undefined>();
    }
    expectTypeOf<uri.TemplateVariables<string>>().toEqualTypeOf<Readonly<Record<string, string>>>();
    expectTypeOf<uri.ResourceTemplateError["code"]>().toEqualTypeOf<uri.TemplateErrorCode>();
  });

  it("a selector knows which entry it selected", () => {
    const entries = [
      { uri: "a:x", one: 1 },
      { uriTemplate: "a:/{v}", two: 2 },
    ] as const;
    const selector = uri.createResourceSelector(entries);
    const selected = selector.select("a:x");
    expectTypeOf(selected?.entry).toEqualTypeOf<(typeof entries)[number] | undefined>();
    expectTypeOf(selected?.canonicalUri).toEqualTypeOf<uri.ResourceUriString | undefined>();
    expectTypeOf<(typeof selector)["candidates"]>().toEqualTypeOf<
      (uri: string) => readonly (typeof entries)[number][]
    >();
    expectTypeOf<uri.AmbiguousResourceError["templates"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<uri.ResourceCaptureError["variable"]>().toEqualTypeOf<string | undefined>();
  });

  it("overlaps, hazards and schemas", () => {
    expectTypeOf(uri.findTemplateOverlaps).returns.toEqualTypeOf<readonly uri.TemplateOverlap[]>();
    expectTypeOf<uri.TemplateOverlap>().toExtend<{
      readonly templates: readonly [string, string];
      readonly witness: string;
    }>();
    expectTypeOf(uri.normalizationHazards).returns.toEqualTypeOf<readonly uri.Hazard[]>();
    expectTypeOf(uri.resourceUriStandard).toEqualTypeOf<uri.StandardSchemaV1<unknown, string>>();
    expectTypeOf(uri.resourceTemplateStandard).toEqualTypeOf(uri.resourceUriStandard);
    expectTypeOf(resourceUriSchema().parse("")).toBeString();
    expectTypeOf(resourceTemplateSchema().parse("")).toBeString();
  });
});

describe("@org/resources-reporting", () => {
  it("an item is text or bytes, never both", () => {
    expectTypeOf<{ uri: string; mimeType: string }>().not.toExtend<reporting.ReadItem>();
    expectTypeOf<{
      uri: string;
      mimeType: string;
      text: string;
      bytes: Uint8Array;
    }>().not.toExtend<reporting.ReadItem>();
    expectTypeOf(reporting.toContents).returns.toEqualTypeOf<reporting.ResourceContents>();
    expectTypeOf(reporting.contentsByteLength).toEqualTypeOf<(item: core.ReadItem) => number>();
  });

  it("a report as a client finds it: absent, unrecognized, or ok", () => {
    expectTypeOf(reporting.readReport).parameter(0).toBeUnknown();
    const reading = reporting.readReport(undefined);
    expectTypeOf(reading).toEqualTypeOf<reporting.ReportReading>();
    expectTypeOf(reading.status).toEqualTypeOf<"absent" | "unrecognized" | "ok">();
    if (reading.status === "ok") expectTypeOf(reading.report).toEqualTypeOf<reporting.ReadReport>();
    expectTypeOf<keyof reporting.ReadReport>().toEqualTypeOf<
      "version" | "partial" | "issues" | "issuesOmitted"
    >();
    expectTypeOf<keyof reporting.ReadIssue>().toEqualTypeOf<
      "code" | "message" | "retryable" | "uri"
    >();
    expectTypeOf<reporting.IssueCode>().toEqualTypeOf<
      "unavailable" | "read_failed" | "timeout" | "invalid_content" | "budget_exceeded"
    >();
    expectTypeOf(readReportSchema.parse(undefined)).toExtend<reporting.ReadReport>();
  });

  it("what makes a report, and what measures", () => {
    expectTypeOf(reporting.createIssue).parameter(0).toEqualTypeOf<reporting.IssueCode>();
    expectTypeOf(reporting.fitReport).parameter(0).toExtend<{ bounds: reporting.ReportBounds }>();
    expectTypeOf(reporting.createWarning).parameter(1).toEqualTypeOf<core.Random>();
    expectTypeOf<reporting.ReportSizeError>().toExtend<Error>();
    expectTypeOf(reporting.isWarningContents).returns.toBeBoolean();
    expectTypeOf(reporting.jsonByteLength).returns.toBeNumber();
    expectTypeOf(reporting.jsonStringByteLength).toEqualTypeOf(reporting.utf8ByteLength);
    expectTypeOf(reporting.base64ByteLength).returns.toBeNumber();
    expectTypeOf(reporting.encodeBase64).returns.toBeString();
    expectTypeOf(reporting.RESOURCE_READ_META_KEY).toBeString();
  });
});

describe("@org/resources-core: what a host writes", () => {
  it("definitions, contributors, builders", () => {
    expectTypeOf<core.ResourceDefinition>().toExtend<{ readonly uri: string }>();
    expectTypeOf<core.ResourceTemplateDefinition>().toExtend<{ readonly uriTemplate: string }>();
    expectTypeOf<keyof core.ResourceContributor<Caller>>().toEqualTypeOf<"name" | "bindings">();
    expectTypeOf(core.resourcesFor<Caller>()).toEqualTypeOf<core.ResourceBuilders<Caller>>();
    expectTypeOf(
      core.resource({ uri: "a:x", name: "x" }, ""),
    ).toEqualTypeOf<core.ResourceBinding>();
    expectTypeOf<core.CacheHint>().not.toBeAny();
    expectTypeOf<core.Annotations>().not.toBeAny();
    expectTypeOf<core.Icon>().not.toBeAny();
  });

  it("what a function-backed resource may be made of", () => {
    expectTypeOf<string>().toExtend<core.ResourceBodySource<Caller>>();
    expectTypeOf<Uint8Array>().toExtend<core.ResourceBodySource<Caller>>();
    expectTypeOf<core.FileSource>().toExtend<core.ResourceBodySource<Caller>>();
    expectTypeOf<core.Payload>().toExtend<core.ResourceBodySource<Caller>>();
    expectTypeOf<
      (request: core.ReaderRequest<Caller>) => core.Awaitable<core.ResourceBody>
    >().toExtend<core.ResourceBodySource<Caller>>();
    expectTypeOf<Blob>().toExtend<core.ResourceBody>();
    expectTypeOf<ReadableStream<Uint8Array>>().toExtend<core.ResourceBody>();
    expectTypeOf(fileSource).returns.toEqualTypeOf<NodeFileSource>();
    expectTypeOf<NodeFileSource>().toEqualTypeOf<core.FileSource>();
    expectTypeOf<core.ContentMode>().toEqualTypeOf<"auto" | "text" | "blob">();
  });

  it("scopes: what each callback sees", () => {
    type ScopeKeys = "context" | "signal" | "deadline" | "operationId";
    expectTypeOf<keyof core.Scope<Caller>>().toEqualTypeOf<ScopeKeys>();
    expectTypeOf<keyof core.PolicyScope<Caller>>().toEqualTypeOf<ScopeKeys | "match">();
    expectTypeOf<keyof core.ReadScope<Caller>>().toEqualTypeOf<ScopeKeys | "match" | "maxBytes">();
    expectTypeOf<core.ReaderRequest<Caller>>().toExtend<core.ReadScope<Caller>>();
    expectTypeOf<core.ReaderRequest<Caller>["uri"]>().toBeString();
    expectTypeOf<keyof core.ResourceMatch>().toEqualTypeOf<
      "canonicalUri" | "requestUri" | "definition" | "variables"
    >();
  });

  it("policies: four callbacks, two more that may be there", () => {
    type Callbacks = "discover" | "visible" | "read" | "scopeKey";
    type Policy = core.ResourcePolicy<Caller>;
    expectTypeOf<keyof Policy>().toEqualTypeOf<Callbacks | "decideMany" | "discoverMany">();
    expectTypeOf<Pick<Policy, Callbacks>>().toExtend<Policy>();
    expectTypeOf<Omit<Policy, "scopeKey">>().not.toExtend<Policy>();
    expectTypeOf(core.batchPolicy<Caller>)
      .parameter(0)
      .toEqualTypeOf<core.BatchPolicyCallbacks<Caller>>();
    expectTypeOf(core.publicPolicy()).toEqualTypeOf<core.ResourcePolicy<unknown>>();
    expectTypeOf<core.TargetDecision>().toExtend<{ readonly visible: boolean }>();
    expectTypeOf<boolean>().toExtend<core.VisibleAnswer>();
  });

  it("contexts go in only: who needs more than there is does not fit", () => {
    expectTypeOf<core.ResourcePolicy<Caller>>().toExtend<core.ResourcePolicy<Caller & Tenant>>();
    expectTypeOf<core.ResourcePolicy<Caller>>().not.toExtend<core.ResourcePolicy<Tenant>>();
    expectTypeOf<core.ResourceBinding<Caller>>().not.toExtend<core.ResourceBinding<Tenant>>();
    expectTypeOf<core.ResourceContributor<Caller>>().not.toExtend<
      core.ResourceContributor<Tenant>
    >();
    expectTypeOf<core.ResourceGateway<Caller>>().not.toExtend<core.ResourceGateway<Tenant>>();
    expectTypeOf<core.Observer<Caller>>().not.toExtend<core.Observer<Tenant>>();
  });

  it("identities and bodies are made by their constructors alone", () => {
    expectTypeOf(core.createTarget({ uri: "a:x" })).toEqualTypeOf<core.ResourceTarget>();
    expectTypeOf(core.createReadPlan).returns.toEqualTypeOf<core.ReadPlan>();
    expectTypeOf(core.textPayload("", "text/plain")).toEqualTypeOf<core.Payload>();
    expectTypeOf(core.blobPayload).returns.toEqualTypeOf<core.Payload>();
    expectTypeOf<object>().not.toExtend<core.ResourceTarget>();
    expectTypeOf<object>().not.toExtend<core.ReadPlan>();
    expectTypeOf<object>().not.toExtend<core.Payload>();
    expectTypeOf(core.unavailable).returns.toBeNever();
    expectTypeOf(core.invalidVariable).returns.toBeNever();
    expectTypeOf(core.tooLarge).returns.toBeNever();
  });
});

describe("@org/resources-core: what a gateway takes and gives", () => {
  it("its options and its ports", () => {
    expectTypeOf<keyof core.GatewayOptions<Caller>>().toEqualTypeOf<
      | "policy"
      | "bindings"
      | "contributors"
      | "limits"
      | "cursorKeys"
      | "listTtlMs"
      | "concurrencyKey"
      | "observer"
      | "clock"
      | "random"
    >();
    expectTypeOf<keyof core.Clock>().toEqualTypeOf<"now" | "elapsed" | "setTimer">();
    expectTypeOf<core.Clock["setTimer"]>().toEqualTypeOf<
      (ms: number, fn: () => void) => () => void
    >();
    expectTypeOf(core.systemClock).toEqualTypeOf<core.Clock>();
    expectTypeOf<core.Random>().toEqualTypeOf<(n: number) => Uint8Array>();
    expectTypeOf<core.LimitOverrides>().toEqualTypeOf<{
      readonly [K in keyof core.GatewayLimits]?: number | undefined;
    }>();
    expectTypeOf(core.DEFAULT_LIMITS).toEqualTypeOf<core.GatewayLimits>();
    expectTypeOf<core.GatewayEvent["type"]>().toExtend<string>();
    expectTypeOf<core.BudgetDetail["limit"]>().toEqualTypeOf<keyof core.GatewayLimits>();
    expectTypeOf<core.Observer<Caller>>().parameter(0).toEqualTypeOf<core.GatewayEvent>();
  });

  it("its operations", () => {
    type Gateway = core.ResourceGateway<Caller>;
    expectTypeOf<keyof Gateway>().toEqualTypeOf<
      "read" | "list" | "listTemplates" | "complete" | "limits"
    >();
    expectTypeOf<Gateway["read"]>().parameter(1).toEqualTypeOf<core.ReadRequest<Caller>>();
    expectTypeOf<Gateway["read"]>().returns.resolves.toEqualTypeOf<core.ReadBundle>();
    expectTypeOf<Gateway["list"]>().parameter(0).toEqualTypeOf<core.PageRequest>();
    expectTypeOf<Gateway["list"]>().returns.resolves.toEqualTypeOf<
      core.Page<core.ResourceDefinition>
    >();
    expectTypeOf<Gateway["listTemplates"]>().returns.resolves.toEqualTypeOf<
      core.Page<core.ResourceTemplateDefinition>
    >();
    expectTypeOf<Gateway["complete"]>().parameter(0).toEqualTypeOf<core.CompletionRequest>();
    expectTypeOf<Gateway["complete"]>().returns.resolves.toEqualTypeOf<core.Completion>();
    expectTypeOf<keyof core.ReadProgress>().toEqualTypeOf<"completed" | "total">();
  });

  it("a bundle", () => {
    expectTypeOf<keyof core.ReadBundle>().toEqualTypeOf<
      | "items"
      | "warning"
      | "contents"
      | "partial"
      | "issues"
      | "issuesOmitted"
      | "_meta"
      | "cache"
      | "operationId"
    >();
    expectTypeOf<core.ReadBundle["items"]>().toEqualTypeOf<readonly core.ReadItem[]>();
    expectTypeOf<core.ReadBundle["issues"]>().toEqualTypeOf<readonly core.ReadIssue[]>();
    expectTypeOf<keyof core.ResolvedCache>().toEqualTypeOf<"ttlMs" | "cacheScope">();
  });

  it("a failure, whose codes are a closed set", () => {
    expectTypeOf<core.ResourceFailure>().toExtend<Error>();
    expectTypeOf<core.ResourceFailure>().toExtend<core.FailureJson>();
    expectTypeOf<keyof core.FailureJson>().toEqualTypeOf<
      | "code"
      | "message"
      | "retryable"
      | "operationId"
      | "uri"
      | "detail"
      | "offset"
      | "variable"
      | "expectation"
      | "report"
    >();
    expectTypeOf<core.ResourceFailure["detail"]>().toEqualTypeOf<core.UriErrorCode | undefined>();
    expectTypeOf<core.ResourceFailure["report"]>().toEqualTypeOf<core.ReadReport | undefined>();
    expectTypeOf(core.isResourceFailure).guards.toEqualTypeOf<core.ResourceFailure>();
    expectTypeOf<core.FailureCode>().toEqualTypeOf<
      | "unavailable"
      | "invalid_uri"
      | "invalid_capture"
      | "ambiguous"
      | "invalid_cursor"
      | "invalid_plan"
      | "response_too_large"
      | "cancelled"
      | "resolve_failed"
      | "policy_failed"
      | "no_items"
      | "timeout"
      | "overloaded"
    >();
  });

  it("what the packages below say is named by core too, as the same type", () => {
    expectTypeOf<core.UriErrorCode>().toEqualTypeOf<uri.UriErrorCode>();
    expectTypeOf<core.ResourceUri>().toEqualTypeOf<uri.ResourceUri>();
    expectTypeOf<core.ResourceUriString>().toEqualTypeOf<uri.ResourceUriString>();
    expectTypeOf<core.TemplateVariables<"a:/{b}">>().toEqualTypeOf<
      uri.TemplateVariables<"a:/{b}">
    >();
    expectTypeOf<core.IssueCode>().toEqualTypeOf<reporting.IssueCode>();
    expectTypeOf<core.ReadIssue>().toEqualTypeOf<reporting.ReadIssue>();
    expectTypeOf<core.ReadItem>().toEqualTypeOf<reporting.ReadItem>();
    expectTypeOf<core.ReadReport>().toEqualTypeOf<reporting.ReadReport>();
    expectTypeOf<core.ReportBounds>().toEqualTypeOf<reporting.ReportBounds>();
  });

  it("an adapter's port: the scope from entry to the wire, and a sizer", () => {
    expectTypeOf<adapter.OpenOptions<Caller>["sizer"]>().toEqualTypeOf<
      core.ResultSizer | undefined
    >();
    expectTypeOf<adapter.ContextSource<Caller>>().returns.toEqualTypeOf<
      core.Awaitable<Caller | null | undefined>
    >();
    expectTypeOf<
      adapter.GatewayPort<Caller>["open"]
    >().returns.toEqualTypeOf<adapter.OpenOperation>();
    expectTypeOf<adapter.OpenOperation["deadline"]>().toBeNumber();
    expectTypeOf<adapter.ResultSizer>().toEqualTypeOf<core.ResultSizer>();
  });
});

describe("@org/resources-sdk-adapter", () => {
  it("both entries have the same names", () => {
    expectTypeOf<v1.RequestInfo>().toEqualTypeOf<v2.RequestInfo>();
    expectTypeOf<keyof v1.RequestInfo>().toEqualTypeOf<
      "authInfo" | "headers" | "sessionId" | "_meta"
    >();
    expectTypeOf<keyof v1.AttachOptions<Caller, unknown>>().toEqualTypeOf<
      "context" | "signal" | "completions" | "extensions"
    >();
    expectTypeOf<v1.WireReason>().toEqualTypeOf<
      core.FailureCode | "invalid_params" | "internal_error"
    >();
    expectTypeOf(v1.completeResource).toEqualTypeOf(v2.completeResource);
    expectTypeOf(v1.signalOfResponse).returns.toEqualTypeOf<AbortSignal>();
    expectTypeOf(v1.attachResources).not.toBeAny();
    expectTypeOf(v2.attachResources).not.toBeAny();
  });

  it("apps and test clients", () => {
    expectTypeOf(apps.uiResource).returns.toEqualTypeOf<core.ResourceBinding>();
    expectTypeOf(apps.toolUiMeta).returns.toEqualTypeOf<apps.ToolUiMeta>();
    expectTypeOf(apps.assertUiLinks).returns.toBeVoid();
    expectTypeOf(connectV1).returns.resolves.toExtend<AsyncDisposable>();
    expectTypeOf(connectV2).returns.resolves.toExtend<AsyncDisposable>();
  });
});

describe("@org/resources-testkit", () => {
  it("fakes are what they stand for, and keep their calls", () => {
    expectTypeOf(kit.fakePolicy()).toExtend<core.ResourcePolicy<unknown>>();
    expectTypeOf(kit.fakePolicy().calls).toEqualTypeOf<readonly kit.PolicyCall[]>();
    expectTypeOf(kit.recordingPolicy<Caller>)
      .parameter(0)
      .toEqualTypeOf<core.ResourcePolicy<Caller>>();
    expectTypeOf<kit.RecordingPolicy<Caller>>().toExtend<core.ResourcePolicy<Caller>>();
    expectTypeOf(kit.fakeBinding({ uri: "a:x" })).toExtend<core.ResourceBinding>();
    expectTypeOf<kit.FakeBinding["calls"]>().toEqualTypeOf<readonly kit.BindingCall[]>();
    expectTypeOf(kit.manualClock()).toExtend<core.Clock>();
    expectTypeOf(kit.memoryStore().calls).toEqualTypeOf<readonly kit.StoreCall[]>();
    expectTypeOf(kit.deferred<number>()).toEqualTypeOf<kit.Deferred<number>>();
  });

  it("contracts take a subject of one context and give checks for any runner", () => {
    type Subject = kit.PolicySubject<Caller>;
    expectTypeOf<Subject["principals"]>().toEqualTypeOf<readonly [Caller, Caller]>();
    expectTypeOf<Subject["unknown"]>().toBeUnknown();
    expectTypeOf<Subject["targets"]>().toEqualTypeOf<readonly core.ResourceTarget[]>();
    expectTypeOf<kit.CreatedPolicy<Caller>["policy"]>().toEqualTypeOf<
      core.ResourcePolicy<Caller>
    >();
    expectTypeOf<kit.CreatedBinding<Caller>["binding"]>().toEqualTypeOf<
      core.ResourceBinding<Caller>
    >();
    expectTypeOf<kit.BindingSubject<Caller>["uris"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf(kit.policyContract).returns.toEqualTypeOf<readonly kit.ContractCheck[]>();
    expectTypeOf(kit.bindingContract).returns.toEqualTypeOf<readonly kit.ContractCheck[]>();
    expectTypeOf<kit.ContractCheck["run"]>().toEqualTypeOf<() => Promise<void>>();
    expectTypeOf<kit.ContractViolation>().toExtend<Error>();
    expectTypeOf(kit.exploreReads).returns.resolves.toEqualTypeOf<kit.Exploration>();
  });

  it("arbitraries are fast-check's", () => {
    expectTypeOf(arbitraries.resourceUri()).toExtend<Arbitrary<string>>();
    expectTypeOf(arbitraries.target()).toEqualTypeOf<Arbitrary<core.ResourceTarget>>();
    expectTypeOf(arbitraries.readPlan()).toEqualTypeOf<Arbitrary<core.ReadPlan>>();
    expectTypeOf(arbitraries.payload()).toEqualTypeOf<Arbitrary<core.Payload>>();
  });
});
