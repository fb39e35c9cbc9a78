import type { Role } from "./rights.ts";

/** An asset, named. */
export interface AssetName {
  readonly project: string;
  readonly asset: string;
}

/** Rights, as an operator writes them down. */
export interface Grants {
  readonly roles: readonly {
    readonly principal: string;
    readonly project: string;
    readonly role: Role;
  }[];
  /** Hidden from viewers. */
  readonly restricted: readonly AssetName[];
  /** Still visible to this one principal, but no longer readable. */
  readonly revoked: readonly (AssetName & { readonly principal: string })[];
}

/** Rights that change while servers run. Each change holds from the next question on, in every process. */
export interface RightsEditor {
  /** Gives a principal a role in a project, in place of the one they had. */
  readonly giveRole: (principal: string, project: string, role: Role) => Promise<void>;
  /** Takes a principal's role away: the project no longer exists for them. */
  readonly removeRole: (principal: string, project: string) => Promise<void>;
  /** Takes one asset from one principal, who still sees that it is there. */
  readonly revokeAsset: (principal: string, project: string, asset: string) => Promise<void>;
  /** Hides one asset from viewers. */
  readonly restrictAsset: (project: string, asset: string) => Promise<void>;
  /** Makes these the only rights that there are. */
  readonly replaceAll: (grants: Grants) => Promise<void>;
}
