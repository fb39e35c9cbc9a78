// A host of MCP Apps as small as one can be: the official client talks to the server, the official bridge to the app.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** What a test may do with the host while the app is shown. */
interface Host {
  setContext: (context: McpUiHostContext) => void;
  cancel: () => Promise<void>;
}
declare global {
  // oxlint-disable-next-line no-var
  var host: Host | undefined;
}

const asked = new URLSearchParams(location.search);
const project = asked.get("project") ?? "";
const can = new Set((asked.get("can") ?? "resources,tools").split(","));
const theme = asked.get("theme") === "dark" ? "dark" : "light";

const client = new Client(
  { name: "test-host", version: "1" },
  { versionNegotiation: { mode: asked.get("mode") === "legacy" ? "legacy" : "auto" } },
);
await client.connect(
  new StreamableHTTPClientTransport(new URL(`/as/${asked.get("as") ?? ""}/mcp`, location.origin)),
);
const { tools } = await client.listTools();
const tool = tools.find(({ name }) => name === "show_preview");
const uri = tool === undefined ? undefined : getToolUiResourceUri(tool);
if (tool === undefined || uri === undefined) throw new Error("show_preview is linked to no app");
const [content] = (await client.readResource({ uri })).contents;
if (content === undefined || !("text" in content)) throw new Error("the app is no text");
const html = content.text;

const bridge = new AppBridge(
  client,
  { name: "test-host", version: "1" },
  {
    ...(can.has("resources") ? { serverResources: {} } : {}),
    ...(can.has("tools") ? { serverTools: {} } : {}),
  },
  { hostContext: { theme, displayMode: "inline", toolInfo: { tool } } },
);
const frame = document.createElement("iframe");
frame.title = "Project preview";
frame.id = "sandbox";
document.body.append(frame);

bridge.addEventListener("sandboxready", () => {
  void bridge.sendSandboxResourceReady({ html, sandbox: "allow-scripts" });
});
bridge.addEventListener("sizechange", ({ height }) => {
  if (height !== undefined) frame.style.height = `${height}px`;
});
bridge.addEventListener("initialized", () => {
  void tell();
});

async function tell(): Promise<void> {
  globalThis.host = {
    setContext: (context) => {
      bridge.setHostContext(context);
    },
    cancel: () => bridge.sendToolCancelled({ reason: "the user has changed their mind" }),
  };
  if (asked.has("cancel")) return;
  await bridge.sendToolInput({ arguments: { project } });
  const result = await client.callTool({ name: tool?.name ?? "", arguments: { project } });
  await bridge.sendToolResult(result);
}

if (frame.contentWindow === null) throw new Error("no window");
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.src = asked.get("sandbox") ?? "";
