import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  type GatewayOptions,
  resource,
  type ResourceBinding,
  type ResourceGateway,
  type ResourcePolicy,
  resourceTemplate,
  textPayload,
} from "@org/resources-core";

/** Who asks in these tests. */
export interface Caller {
  readonly user: string;
}

/** Text that must never reach a client. */
export const SECRET = "s3cret-of-the-host";

const page = (name: string) => `docs://page/${name}`;

/** Everybody may do everything, but for what is `hidden` or `denied` in a URI. */
export const policy: ResourcePolicy<Caller> = {
  discover: ({ uri, uriTemplate }) => !(uri ?? uriTemplate ?? "").includes("hidden"),
  visible: ({ uri }) => ({ visible: !uri.includes("hidden"), discloseIssueUri: true }),
  read: ({ uri }) => !uri.includes("denied"),
  scopeKey: ({ context }) => context.user,
};

/** Resources of every kind that a client meets. */
export const bindings: readonly ResourceBinding<Caller>[] = [
  resource(
    {
      uri: "docs://guide",
      name: "guide",
      title: "Guide",
      description: "How to use the library.",
      mimeType: "text/markdown",
      size: 7,
      annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-11-01T00:00:00Z" },
      icons: [{ src: "https://icons.example/guide.png", mimeType: "image/png", sizes: ["48x48"] }],
      _meta: { "example.com/shelf": 3 },
      cache: { ttlMs: 60_000, cacheScope: "public" },
    },
    "# Guide",
  ),
  resource(
    { uri: "docs://logo", name: "logo", mimeType: "image/png" },
    new Uint8Array([0xfb, 0xff, 0xfe, 0x00]), // url-safe base64 would differ
  ),
  resource({ uri: "docs://hidden", name: "hidden" }, SECRET),
  resourceTemplate<Caller, "docs://page/{name}">(
    {
      uriTemplate: "docs://page/{name}",
      name: "page",
      complete: { name: (value) => ["alpha", "beta"].filter((name) => name.startsWith(value)) },
    },
    ({ variables }) => `Page ${variables.name}`,
  ),
  bundle<Caller>(
    { uri: "docs://set", name: "set", cache: { ttlMs: 60_000, cacheScope: "public" } },
    {
      resolve: ({ canonicalUri }) => {
        const items = ["one", "broken", "denied", "hidden", "two"];
        return createReadPlan(
          createTarget({ uri: canonicalUri }),
          items.map((name) =>
            createTarget({ uri: page(name), authorizationData: { note: SECRET } }),
          ),
        );
      },
      read: ({ uri }) => {
        if (uri.endsWith("broken")) throw new Error(SECRET);
        return textPayload(`body of ${uri}`, "text/plain");
      },
    },
  ),
];

/** A gateway over `bindings`, or over others. */
export function library(options: Partial<GatewayOptions<Caller>> = {}): ResourceGateway<Caller> {
  return createResourceGateway({ policy, bindings, ...options });
}

/** The context of everybody. */
export const ann = (): Caller => ({ user: "ann" });
