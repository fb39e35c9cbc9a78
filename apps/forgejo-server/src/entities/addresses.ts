import { parseResourceTemplate } from "@org/resources-uri";

const repo = "forgejo://repo/{owner}/{repo}" as const;

/** Every address of this server, in one place. `/markdown` under some of them is the entity's text. */
export const ADDRESSES = {
  owner: parseResourceTemplate("forgejo://owner/{name}"),
  repo: parseResourceTemplate(repo),
  commit: parseResourceTemplate(`${repo}/commit/{sha}`),
  status: parseResourceTemplate(`${repo}/commit/{sha}/status`),
  issue: parseResourceTemplate(`${repo}/issue/{index}`),
  pr: parseResourceTemplate(`${repo}/pr/{index}`),
  comment: parseResourceTemplate(`${repo}/{kind}/{index}/comment/{id}`),
} as const;
