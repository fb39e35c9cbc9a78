import type { Grants } from "./grants.ts";
import type { Principal } from "./principal.ts";

/** A principal of the samples. The token is a name, not a secret: it proves nothing, so it works on loopback alone. */
export interface SamplePrincipal extends Principal {
  readonly token: string;
  /** Why this one is among the samples. */
  readonly purpose: string;
}

/** Four people, one for each thing that can happen to a read. */
export const SAMPLE_PRINCIPALS = [
  { id: "olivia", name: "Olivia", token: "demo-olivia", purpose: "owner" },
  { id: "marco", name: "Marco", token: "demo-marco", purpose: "member, one asset revoked" },
  { id: "vera", name: "Vera", token: "demo-vera", purpose: "viewer, some assets hidden" },
  { id: "otto", name: "Otto", token: "demo-otto", purpose: "outsider" },
] as const satisfies readonly SamplePrincipal[];

/** The rights that the samples start with. */
export const SAMPLE_GRANTS: Grants = {
  roles: [
    { principal: "olivia", project: "earth-and-sky", role: "owner" },
    { principal: "olivia", project: "wayfinding", role: "owner" },
    { principal: "olivia", project: "café", role: "owner" },
    { principal: "marco", project: "earth-and-sky", role: "member" },
    { principal: "marco", project: "wayfinding", role: "member" },
    { principal: "vera", project: "earth-and-sky", role: "viewer" },
    { principal: "vera", project: "café", role: "viewer" },
  ],
  restricted: [
    { project: "earth-and-sky", asset: "rocket.jpg" },
    { project: "earth-and-sky", asset: "leap-seconds.json" },
  ],
  revoked: [{ principal: "marco", project: "earth-and-sky", asset: "hubble-deep-field.webp" }],
};
