// SPDX-License-Identifier: BSD-2-Clause
// Makes elements of the page; texts are never read as HTML.

type Child = Node | string | null;

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((each) => each !== null));
  return made;
}

export function button(text: string, press: () => void, attributes: Record<string, string> = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
}

export function checkbox(
  text: string,
  isOn: boolean,
  change: (isOn: boolean) => void,
  mark?: Node,
) {
  const box = make("input", { type: "checkbox" });
  box.checked = isOn;
  box.addEventListener("change", () => change(box.checked));
  return make("label", {}, box, mark ?? null, make("span", {}, text));
}

/** Changes what is in a place; the focus stays on what bears the same text, or in the place. */
export function keepFocus(place: HTMLElement, change: () => void): void {
  const focused = document.activeElement;
  const isInside = place.contains(focused);
  const text = textOf(focused);
  change();
  if (!isInside) return;
  const same = [...place.querySelectorAll<HTMLElement>("button, input")];
  (same.find((each) => textOf(each) === text) ?? place).focus();
}

function textOf(control: Element | null): string {
  return (control?.closest("label") ?? control)?.textContent ?? "";
}

/** The element of the page that must be there. */
export function one<Kind extends Element = HTMLElement>(selector: string): Kind {
  return document.querySelector<Kind>(selector)!;
}
