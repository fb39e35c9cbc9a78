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
