/** A project: what its preview opens with. `id` is one URI segment, decoded. */
export interface Project {
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly about: string;
}

/** One file of a project, as its metadata says. `project` and `id` are its identity and never change. */
export interface Asset {
  readonly project: string;
  readonly id: string;
  /** By content, not by name. */
  readonly mimeType: string;
  /** Bytes of the original. */
  readonly size: number;
  /** Of the original, lower-case hex. */
  readonly sha256: string;
  /** Pixels, of images. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** An asset as a list shows it: one that is visible but closed to the principal has nothing but its name. */
export type AssetSummary = Pick<Asset, "id"> &
  Partial<Pick<Asset, "mimeType" | "size" | "width" | "height">>;

/** What can be read of an asset besides its metadata. */
export type Rendition = "original" | "thumbnail";

/** A body as it is stored. Text is what `mimeType` says is text, and well-formed UTF-8 was checked on import. */
export type AssetBody =
  | { readonly mimeType: string; readonly text: string; readonly bytes?: undefined }
  | { readonly mimeType: string; readonly bytes: Uint8Array; readonly text?: undefined };

/** An asset with its bodies: what an import hands to a store. */
export interface ImportedAsset extends Asset {
  readonly original: AssetBody;
  readonly thumbnail: AssetBody;
}
