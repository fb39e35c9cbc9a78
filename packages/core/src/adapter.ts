// Semi-public: for adapters between a gateway and a transport. Follows the package's version, not its semver promise.
export { gatewayPort } from "./adapter-port.ts";
export type { GatewayPort, OpenOperation, OpenOptions } from "./adapter-port.ts";
export type { ContextSource } from "./operation.ts";
export type { ResultSizer } from "./read/result-sizer.ts";
