import { z } from "zod";

// The one file that knows zod. It checks a copy that is plain data already (host-json.ts); nothing is transformed.

const icon = z.strictObject({
  src: z.string().regex(/^(?:https?:\/\/|data:)/i, "must be an http, https or data URI"),
  mimeType: z.string().optional(),
  sizes: z.array(z.string()).optional(),
  theme: z.enum(["light", "dark"]).optional(),
});

const annotations = z.strictObject({
  audience: z.array(z.enum(["user", "assistant"])).optional(),
  priority: z.number().min(0).max(1).optional(),
  // Clients refuse a whole list for one bad date: the same grammar as theirs.
  lastModified: z.iso.datetime({ offset: true }).optional(),
});

const cache = z.strictObject({
  ttlMs: z.int().min(0).optional(),
  cacheScope: z.enum(["public", "private"]).optional(),
});

const fields = {
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  icons: z.array(icon).optional(),
  annotations: annotations.optional(),
  // Plain JSON by now; its keys are checked by the protocol's own rules (meta-keys.ts).
  _meta: z.looseObject({}).optional(),
  cache: cache.optional(),
};

const resource = z.strictObject({
  uri: z.string(),
  ...fields,
  size: z.int().min(0).optional(),
});

const resourceTemplate = z.strictObject({ uriTemplate: z.string(), ...fields });

/** Says what is wrong with a definition's fields, field by field, or nothing (DEF-1). */
export function definitionFaults(definition: object): readonly string[] {
  const schema = "uriTemplate" in definition ? resourceTemplate : resource;
  const result = schema.safeParse(definition);
  if (result.success) return [];
  return result.error.issues.map((issue) =>
    issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`,
  );
}
