// Fakes: small, deterministic, and they record what they were asked.
export { deferred, type Deferred } from "./fakes/deferred.ts";
export {
  after,
  type BindingCall,
  failing,
  type FakeBinding,
  fakeBinding,
  type FakeBindingOptions,
  type FakeBody,
  inTurn,
  never,
} from "./fakes/fake-binding.ts";
export {
  type FakePolicy,
  fakePolicy,
  type FakePolicyOptions,
  type PolicyCall,
  type When,
} from "./fakes/fake-policy.ts";
export { type ManualClock, manualClock, type ManualClockOptions } from "./fakes/manual-clock.ts";
export {
  memoryStore,
  type MemoryStore,
  type StoreBounds,
  type StoreCall,
  type StoredBody,
} from "./fakes/memory-store.ts";
export {
  type PolicyQuestion,
  type RecordedQuestion,
  recordingPolicy,
  type RecordingPolicy,
} from "./fakes/recording-policy.ts";

// Contracts: what every policy and every binding must hold, for any test runner.
export { policyContract } from "./contracts/policy-contract.ts";
export { bindingContract } from "./contracts/binding-contract.ts";
export {
  type ContractCheck,
  type ContractOptions,
  ContractViolation,
  type Finding,
} from "./contracts/contract-check.ts";
export type { CreatedPolicy, PolicySubject } from "./contracts/policy-subject.ts";
export type { BindingSubject, CreatedBinding } from "./contracts/binding-subject.ts";

// The explorer: a read in every interleaving.
export {
  type Exploration,
  type ExploreOptions,
  exploreReads,
  type Interleaving,
  runInterleaving,
} from "./explorer/explore-reads.ts";
export { ReadLawViolation, type ViolationDetails } from "./explorer/read-law-violation.ts";
export type {
  CreateExplorable,
  ExplorableGateway,
  ExplorerParts,
  ReadScenario,
  RightsChange,
} from "./explorer/read-scenario.ts";
