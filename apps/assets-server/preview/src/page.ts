import type { BundleView } from "./bundle-view.ts";
import { draw } from "./draw.ts";
import type { Failure } from "./failure-words.ts";
import { headingOf, isBusy, statusOf, type PageState } from "./page-state.ts";

/** The page, told what happens; it knows nothing of where a bundle comes from. */
export interface Page {
  /** The host has answered; `canRead`: there is a way to read again. */
  readonly connected: (canRead: boolean) => void;
  /** A project is named that cannot be read yet. */
  readonly waitFor: (project: string) => void;
  /** Forgets what was shown. */
  readonly reset: () => void;
  readonly reading: (project: string) => void;
  readonly slow: () => void;
  readonly show: (view: BundleView) => void;
  readonly fail: (failure: Failure) => void;
}

/** Takes over the document's elements. `onRefresh` is called for each wish to read again while nothing is being read. */
export function showPage(onRefresh: () => void): Page {
  const main = byId("page");
  const title = byId("title");
  const status = byId("status");
  const content = byId("content");
  const refresh = byId("refresh");
  let state: PageState = { kind: "waiting" };
  let project: string | undefined;
  let canRead = false;

  const enter = (next: PageState): void => {
    const sameContent =
      (state.kind === "shown" && next.kind === "shown" && state.view === next.view) ||
      (state.kind === "failed" && next.kind === "failed" && state.failure === next.failure) ||
      (state.kind === "loading" && next.kind === "loading");
    state = next;
    title.textContent = document.title = headingOf(state);
    status.textContent = statusOf(state);
    if (!sameContent) content.replaceChildren(...draw(state));
    const busy = isBusy(state);
    main.setAttribute("aria-busy", String(busy));
    main.dataset["state"] = state.kind;
    refresh.hidden = !canRead || project === undefined;
    // Not `disabled`: that would take the focus away from whoever has just pressed it.
    refresh.setAttribute("aria-disabled", String(busy));
  };

  refresh.addEventListener("click", () => {
    if (!isBusy(state)) onRefresh();
  });

  return {
    connected: (reachable) => {
      canRead = reachable;
      enter(state);
    },
    waitFor: (named) => {
      enter({ kind: "loading", project: named, slow: false });
    },
    reset: () => {
      state = { kind: "waiting" };
    },
    reading: (named) => {
      project = named;
      if (state.kind === "shown" || state.kind === "failed") enter({ ...state, reading: true });
      else enter({ kind: "loading", project: named, slow: false });
    },
    slow: () => {
      if (state.kind === "loading") enter({ ...state, slow: true });
    },
    show: (view) => {
      enter({ kind: "shown", view, reading: false });
    },
    fail: (failure) => {
      enter({ kind: "failed", project, failure, reading: false });
    },
  };
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no #${id}`);
  return found;
}
