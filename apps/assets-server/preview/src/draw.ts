import type { Block, Run } from "./about-text.ts";
import type { BundleView, Tile } from "./bundle-view.ts";
import type { Failure } from "./failure-words.ts";
import type { Missing } from "./missing.ts";
import { element, type Child } from "./element.ts";
import { paint } from "./paint.ts";
import type { DrawnPicture } from "./picture.ts";
import type { PageState } from "./page-state.ts";

/** Draws what belongs under the heading in a state. Whatever comes from a server goes in as text. */
export function draw(state: PageState): readonly Node[] {
  if (state.kind === "loading") return [placeholders()];
  if (state.kind === "failed") return [failurePanel(state.failure)];
  return state.kind === "shown" ? shown(state.view) : [];
}

function shown(view: BundleView): readonly Node[] {
  const parts: Node[] = [];
  if (view.completeness === "partial") parts.push(missingNotice(view.missing));
  if (view.about.length > 0) {
    parts.push(
      element("section", { class: "about", "aria-label": "About" }, ...view.about.map(block)),
    );
  }
  if (view.tiles.length === 0) {
    parts.push(
      element(
        "p",
        { class: "empty" },
        view.completeness === "partial"
          ? "Nothing else of this project can be shown."
          : "There is nothing to see in this project yet. What is added to it will appear here.",
      ),
    );
    return parts;
  }
  parts.push(
    element(
      "section",
      { "aria-label": "Items" },
      element("ul", { class: "gallery" }, ...view.tiles.map(tile)),
      ...(view.tilesOmitted > 0
        ? [
            element(
              "p",
              { class: "empty" },
              `${view.tilesOmitted.toLocaleString("en")} more are in this project than fit on this page.`,
            ),
          ]
        : []),
    ),
  );
  return parts;
}

function missingNotice(missing: Missing | undefined): Node {
  return element(
    "section",
    { class: "notice", "aria-labelledby": "missing" },
    element("h2", { id: "missing" }, "This preview is not complete"),
    element(
      "p",
      {},
      "Everything below is as it should be, but it is not all there is. Do not take what you see here for the whole project.",
    ),
    ...missingList(missing),
  );
}

function missingList(missing: Missing | undefined): readonly Node[] {
  if (missing === undefined || missing.kinds.length === 0) return [];
  return [element("ul", {}, ...missing.kinds.map((words) => element("li", {}, words)))];
}

function failurePanel({ title, advice, missing }: Failure): Node {
  return element(
    "section",
    { class: "notice failure", "aria-labelledby": "failure" },
    element("h2", { id: "failure" }, title),
    element("p", {}, advice),
    ...missingList(missing),
  );
}

/** The shape of what is to come; the status line says the same in words. */
function placeholders(): Node {
  const tiles = Array.from({ length: 6 }, () => element("div", { class: "placeholder" }));
  return element("div", { class: "gallery", "aria-hidden": "true" }, ...tiles);
}

function block(about: Block): Node {
  if (about.kind === "list") {
    return element(
      "ul",
      {},
      ...about.items.map((runs) => element("li", { dir: "auto" }, ...inline(runs))),
    );
  }
  return element(about.kind === "heading" ? "h2" : "p", { dir: "auto" }, ...inline(about.runs));
}

function inline(runs: readonly Run[]): readonly Child[] {
  return runs.map(({ code, text }) => (code ? element("code", {}, text) : text));
}

function tile({ name, kind, picture, excerpt, note }: Tile): Node {
  return element(
    "li",
    {},
    element(
      "figure",
      {},
      picture === undefined ? sheet(kind, excerpt, note) : drawn(picture, name, kind),
      element(
        "figcaption",
        {},
        element("span", { class: "name", dir: "auto", title: name }, name),
        element("span", { class: "kind" }, kind),
      ),
    ),
  );
}

function sheet(kind: string, excerpt: string | undefined, note: string | undefined): Node {
  return excerpt === undefined
    ? element("p", { class: "frame note" }, note ?? `${kind} without a preview.`)
    : element("p", { class: "frame excerpt", dir: "auto" }, excerpt);
}

/** A place for a picture, filled once it has been decoded. */
function drawn(picture: DrawnPicture, name: string, kind: string): Node {
  const canvas = element("canvas", { role: "img", "aria-label": `Thumbnail of ${name}` });
  const frame = element("div", { class: "frame" }, canvas);
  // Its beginning was right; the rest may not be.
  paint(canvas, picture).catch(() => {
    frame.replaceWith(sheet(kind, undefined, "This picture is damaged."));
  });
  return frame;
}
