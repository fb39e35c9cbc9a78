// oxlint-disable vitest/expect-expect -- the compiler is the assertion
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { Server as V1LowLevel } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as V1Mcp } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Client as V2Client } from "@modelcontextprotocol/client";
import { McpServer as V2Mcp, Server as V2LowLevel } from "@modelcontextprotocol/server";
import type { ResourceGateway } from "@org/resources-core";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { expectTypeOf, test } from "vitest";

const info = { name: "types", version: "0.0.0" };
interface Caller {
  readonly user: string;
}
declare const gateway: ResourceGateway<Caller>;
declare const open: ResourceGateway<unknown>;
const context = () => ({ user: "ann" });

test("[SDK-1] v1's entry accepts v1's servers", () => {
  attachV1(new V1Mcp(info), gateway, { context });
  attachV1(new V1LowLevel(info), gateway, { context });
});

test("[SDK-1] v2's entry accepts v2's servers", () => {
  attachV2(new V2Mcp(info), gateway, { context });
  attachV2(new V2LowLevel(info), gateway, { context });
});

test("[SDK-1] v1's entry refuses v2's servers and clients", () => {
  // @ts-expect-error a server of the other SDK
  attachV1(new V2Mcp(info), gateway, { context });
  // @ts-expect-error a server of the other SDK
  attachV1(new V2LowLevel(info), gateway, { context });
  // @ts-expect-error a client is no server
  attachV1(new V1Client(info), gateway, { context });
});

test("[SDK-1] v2's entry refuses v1's servers and clients", () => {
  // @ts-expect-error a server of the other SDK
  attachV2(new V1Mcp(info), gateway, { context });
  // @ts-expect-error a server of the other SDK
  attachV2(new V1LowLevel(info), gateway, { context });
  // @ts-expect-error a client is no server
  attachV2(new V2Client(info), gateway, { context });
});

test("[SDK-6] only a gateway that asks for no context goes without one", () => {
  attachV2(new V2Mcp(info), open);
  attachV2(new V2Mcp(info), open, { completions: false });
  attachV1(new V1Mcp(info), open, { signal: new AbortController().signal });
  // @ts-expect-error this policy wants to know the user
  attachV2(new V2Mcp(info), gateway);
  // @ts-expect-error this policy wants to know the user
  attachV1(new V1Mcp(info), gateway, {});
  // @ts-expect-error a context without the user
  attachV2(new V2Mcp(info), gateway, { context: () => ({ team: "x" }) });
});

test("[SDK-6] a context callback may say that there is nobody, and be asynchronous", () => {
  attachV2(new V2Mcp(info), gateway, {
    context: async ({ authInfo }) => authInfo && { user: "a" },
  });
  attachV1(new V1Mcp(info), gateway, { context: () => null });
});

test("a context callback sees the same request on both SDKs, and the SDK's own beside it", () => {
  attachV1(new V1Mcp(info), gateway, {
    context: ({ authInfo, headers, sessionId, _meta }, raw) => {
      expectTypeOf(headers).toEqualTypeOf<Headers | undefined>();
      expectTypeOf(sessionId).toEqualTypeOf<string | undefined>();
      expectTypeOf(_meta).toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
      expectTypeOf(raw.requestId).toEqualTypeOf<string | number>();
      return { user: authInfo?.clientId ?? "" };
    },
  });
  attachV2(new V2Mcp(info), gateway, {
    context: ({ authInfo, headers }, raw) => {
      expectTypeOf(headers).toEqualTypeOf<Headers | undefined>();
      expectTypeOf(raw.http?.req).toEqualTypeOf<Request | undefined>();
      return { user: authInfo?.token ?? "" };
    },
  });
});
