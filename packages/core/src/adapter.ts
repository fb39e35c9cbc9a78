// Semi-public: for adapters between a gateway and a transport. Follows the package's version, not its semver promise.
// It reaches no schema library (DEF-1), so what an adapter needs of core's own entry point at run time is here too.
export { gatewayPort } from "./adapter-port.ts";
export { FAILURE_MESSAGES, isResourceFailure } from "./failure.ts";
export type { GatewayPort, OpenOperation, OpenOptions } from "./adapter-port.ts";
export type { ContextSource } from "./operation.ts";
export type { ResultSizer } from "./read/result-sizer.ts";
