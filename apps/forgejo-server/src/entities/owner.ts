import { z } from "zod";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { UpstreamRefused } from "../upstream/failures.ts";
import { optionalText, optionalTime } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import { ADDRESSES } from "./addresses.ts";
import { SHORT_MS } from "./cache-times.ts";
import { defineEntity } from "./entity.ts";

const schema = z.object({
  login: z.string().min(1),
  full_name: optionalText,
  description: optionalText,
  avatar_url: optionalText,
  html_url: optionalText,
  location: optionalText,
  website: optionalText,
  created: optionalTime,
});

/** Whoever repositories belong to: a user or an organization. */
export const ownerEntity = defineEntity({
  name: "owner",
  title: "Owner",
  description: "A user or an organization. Its repositories: the tool list_repos.",
  uriTemplate: ADDRESSES.owner.uriTemplate,
  variables: ["name"],
  endpoint: ({ name }) => ENDPOINTS.user(name),
  schema,
  json: async ({ created, ...owner }, { name }, inquiry) => ({
    login: owner.login,
    full_name: owner.full_name,
    kind: await kindOf(name, inquiry),
    description: owner.description,
    avatar_url: owner.avatar_url,
    html_url: owner.html_url,
    location: owner.location,
    website: owner.website,
    created_at: created,
  }),
  ttlMs: SHORT_MS,
  // An account is nobody's repository: what anybody may see of it is still not for caches that many share.
  shareable: false,
});

/** Forgejo answers alike for both; only it knows its organizations. A token that may not ask leaves it unsaid. */
async function kindOf(
  name: string,
  inquiry: Inquiry,
): Promise<"user" | "organization" | undefined> {
  try {
    await inquiry.recall(ENDPOINTS.organization(name));
    return "organization";
  } catch (error) {
    if (!(error instanceof UpstreamRefused)) throw error;
    return error.status === 404 ? "user" : undefined;
  }
}
