// The sandbox proxy that MCP Apps ask of web hosts: on an origin of its own, it shows the app in a frame that may run
// scripts and nothing else, and carries messages between app and host. What may be loaded, this document's header says,
// and the app's frame inherits it.
interface SandboxMessage {
  readonly method?: unknown;
  readonly params?: { readonly html?: unknown };
}

const hostOrigin = document.referrer === "" ? "*" : new URL(document.referrer).origin;
const inner = document.createElement("iframe");
inner.setAttribute("sandbox", "allow-scripts");
inner.title = "App";
document.body.append(inner);

addEventListener("message", ({ source, data }: MessageEvent<SandboxMessage>) => {
  if (source === inner.contentWindow) {
    parent.postMessage(data, hostOrigin);
  } else if (source === parent) {
    if (data.method === "ui/notifications/sandbox-resource-ready") {
      if (typeof data.params?.html === "string") inner.srcdoc = data.params.html;
    } else inner.contentWindow?.postMessage(data, "*");
  }
});
parent.postMessage(
  { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} },
  hostOrigin,
);
