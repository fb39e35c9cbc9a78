import { z } from "zod";

/** A project in `list_projects`. */
export const projectRow = z.object({
  project: z.string().describe("The project's name, for list_assets and show_preview."),
  title: z.string(),
  preview: z.string().describe("URI: the whole project in one read."),
});
export type ProjectRow = z.output<typeof projectRow>;

/** An asset in `list_assets`. What may not be read has a name, and neither URIs nor anything of its contents. */
export const assetRow = z.object({
  asset: z.string().describe("The asset's name."),
  readable: z.boolean().describe("False: you see that it is there, and may not read it."),
  mimeType: z.string().optional(),
  size: z.int().optional().describe("Bytes of the original."),
  width: z.int().optional().describe("Pixels."),
  height: z.int().optional().describe("Pixels."),
  original: z.string().optional().describe("URI of the asset itself."),
  thumbnail: z.string().optional().describe("URI of a small picture, or a text's beginning."),
  metadata: z.string().optional().describe("URI of its metadata, as JSON."),
});
export type AssetRow = z.output<typeof assetRow>;
