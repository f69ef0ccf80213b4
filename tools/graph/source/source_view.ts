// SPDX-License-Identifier: BSD-2-Clause
// Places in .flat files: as links, as the line itself, and as the file with the line marked.

import type { Actions } from "./actions.ts";
import type { Assembly, Origin } from "./data.ts";
import type { Side } from "./graph.ts";
import { button, make, one } from "./html.ts";

/** `kernels/l4/l4.flat:26:5`; a path of a further root is shown from there. */
export function placeText(origin: Origin): string {
  return `${origin.file.replace(/^@\d+\//, "")}:${origin.line}:${origin.column}`;
}

export function sourceLink(actions: Actions, side: Side, origin: Origin): HTMLElement {
  const show = () => actions.showSource(side, origin);
  return button(placeText(origin), show, { class: "source-link" });
}

/** The line that states a fact. */
export function sourceLine(assembly: Assembly, origin: Origin): HTMLElement | null {
  const text = assembly.sources[origin.file]?.text.split("\n")[origin.line - 1];
  return text === undefined ? null : make("code", { class: "source-line" }, text.trim());
}

export function showSource(assembly: Assembly, origin: Origin): void {
  const dialog = one<HTMLDialogElement>("#source");
  const found = assembly.sources[origin.file];
  const lines = (found?.text ?? "")
    .trimEnd()
    .split("\n")
    .map((text, index) => {
      const isIt = index + 1 === origin.line;
      const number = make("span", { class: "number" }, `${index + 1}`);
      return make(
        "div",
        isIt ? { class: "stated", "aria-current": "true" } : {},
        number,
        `${text} `,
      );
    });
  const file = make("a", { href: found?.url ?? "#", target: "_blank" }, placeText(origin));
  const close = button("Close", () => dialog.close());
  const head = make("header", {}, file, close);
  dialog.replaceChildren(head, make("pre", { tabindex: "0" }, ...lines));
  dialog.showModal();
  dialog.querySelector(".stated")?.scrollIntoView({ block: "center" });
}
