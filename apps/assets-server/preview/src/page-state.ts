import type { BundleView } from "./bundle-view.ts";
import { printableLine } from "./printable.ts";
import type { Failure } from "./failure-words.ts";

/** All that a page can be in. */
export type PageState =
  | { readonly kind: "waiting" }
  | { readonly kind: "loading"; readonly project: string; readonly slow: boolean }
  /** `reading`: the same project is being read again, and what was there stays until it has been. */
  | { readonly kind: "shown"; readonly view: BundleView; readonly reading: boolean }
  | {
      readonly kind: "failed";
      readonly project: string | undefined;
      readonly failure: Failure;
      readonly reading: boolean;
    };

/** The heading of the page. */
export function headingOf(state: PageState): string {
  if (state.kind === "shown") return state.view.title;
  const named = state.kind === "waiting" ? undefined : state.project;
  return named === undefined ? "Project preview" : printableLine(named, 120);
}

/** The one line under the heading, which is also what is read out when it changes. */
export function statusOf(state: PageState): string {
  if (state.kind === "waiting") return "Waiting for a project…";
  if (state.kind === "loading") {
    return state.slow
      ? "Still reading. This takes longer than usual; it goes on by itself."
      : "Reading the project…";
  }
  if (state.reading) return "Reading again…";
  return state.kind === "failed" ? `${state.failure.title}.` : shownStatus(state.view);
}

/** Whether something is on its way. */
export function isBusy(state: PageState): boolean {
  return state.kind === "waiting" || state.kind === "loading" || state.reading;
}

function shownStatus({ tiles, tilesOmitted, completeness, missing }: BundleView): string {
  const there = items(tiles.length + tilesOmitted);
  if (completeness === "partial") {
    return missing?.count === undefined
      ? `Incomplete: ${there} here, others are missing.`
      : `Incomplete: ${there} here, ${missing.count.toLocaleString("en")} missing.`;
  }
  if (tiles.length === 0)
    return completeness === "complete" ? "Complete. No items yet." : "No items.";
  return completeness === "complete" ? `Complete: ${there}.` : `${there}.`;
}

function items(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "item" : "items"}`;
}
