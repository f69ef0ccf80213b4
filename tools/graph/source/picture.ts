// SPDX-License-Identifier: BSD-2-Clause
// The drawing in its panes: one, or one for each of two assemblies with the same places in both.

import type { Viz } from "@viz-js/viz";
import type { Drawn } from "./dot.ts";
import type { Box, Line } from "./fold.ts";
import { either, type Edge, type ObjectNode, type Side } from "./graph.ts";
import { Viewport } from "./viewport.ts";

const svgNames = "http://www.w3.org/2000/svg";
const pixelsPerPoint = 96 / 72;

/** What can be selected in a drawing. */
export type Thing =
  | { is: "box"; box: Box }
  | { is: "line"; line: Line }
  | { is: "object"; object: ObjectNode }
  | { is: "frame"; domain: string };

export class Picture {
  private readonly viewport: Viewport;
  private drawn: Drawn | null = null;

  constructor(
    private readonly viz: Viz,
    private readonly panes: { element: HTMLElement; side: Side | null }[],
    private readonly select: (thing: Thing) => void,
  ) {
    this.viewport = new Viewport(panes.map((pane) => pane.element));
  }

  get view(): Viewport {
    return this.viewport;
  }

  get dot(): string {
    return this.drawn?.dot ?? "";
  }

  draw(drawn: Drawn): void {
    this.drawn = drawn;
    const drawing = this.viz.renderSVGElement(drawn.dot);
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
    for (const { element } of this.panes) {
      const copy = drawing.cloneNode(true) as SVGSVGElement;
      this.prepare(copy);
      element.replaceChildren(copy);
    }
    const { width, height } = drawing.viewBox.baseVal;
    this.arrange(width / height);
    this.viewport.show(width * pixelsPerPoint, height * pixelsPerPoint);
  }

  /** Two panes lie above each other where that leaves each drawing more room. */
  private arrange(shape: number): void {
    const around = this.panes[0]!.element.parentElement!.parentElement!;
    around.classList.toggle("stacked", shape > around.clientWidth / around.clientHeight);
  }

  /** Marks what `marks` says of each box, line and object, in the panes where it is shown. */
  mark(name: string, isMarked: (thing: Thing, side: Side | null) => boolean): void {
    for (const { element, side } of this.panes) {
      for (const part of element.querySelectorAll<SVGGElement>("g[data-id]")) {
        part.classList.toggle(name, isMarked(this.thingOf(part.dataset["id"]!)!, side));
      }
    }
  }

  reveal(thing: Thing): void {
    const found = this.find(thing);
    if (found) this.viewport.reveal(found);
  }

  focus(thing: Thing): void {
    this.find(thing)?.focus({ preventScroll: true });
  }

  /** The drawings as one file of its own, that of the second assembly below the first. */
  svg(style: string): string {
    const drawings = this.panes.map(({ element }) => element.querySelector("svg")!);
    const { width, height } = drawings[0]!.viewBox.baseVal;
    const whole = document.createElementNS(svgNames, "svg");
    whole.setAttribute("viewBox", `0 0 ${width} ${height * drawings.length}`);
    whole.setAttribute("width", `${width}pt`);
    whole.setAttribute("height", `${height * drawings.length}pt`);
    const rules = document.createElementNS(svgNames, "style");
    rules.textContent = style;
    whole.append(rules);
    drawings.forEach((drawing, index) => {
      const copy = drawing.cloneNode(true) as SVGSVGElement;
      copy.setAttribute("y", `${height * index}`);
      copy.setAttribute("width", `${width}`);
      copy.setAttribute("height", `${height}`);
      whole.append(copy);
    });
    return `${new XMLSerializer().serializeToString(whole)}\n`;
  }

  private find(thing: Thing): SVGGElement | undefined {
    const parts = this.panes.flatMap(({ element }) => [
      ...element.querySelectorAll<SVGGElement>("g[data-id]"),
    ]);
    return parts.find((part) => isSame(this.thingOf(part.dataset["id"]!)!, thing));
  }

  /** In the order in which one goes through things by the keyboard: boxes, then arrows. */
  private prepare(drawing: SVGSVGElement): void {
    drawing.querySelectorAll("title").forEach((title) => title.remove());
    const root = drawing.querySelector<SVGGElement>("g")!;
    const { frames, boxes, objects, lines } = this.drawn!;
    for (const id of [...frames.keys(), ...boxes.keys(), ...objects.keys(), ...lines.keys()]) {
      const part = root.querySelector<SVGGElement>(`#${id}`)!;
      root.append(part);
      this.prepareThing(part, this.thingOf(id)!);
      part.removeAttribute("id");
    }
    for (const part of root.querySelectorAll<SVGGElement>("g.line")) raiseLabels(part);
  }

  private prepareThing(part: SVGGElement, thing: Thing): void {
    part.dataset["id"] = part.id;
    part.dataset["name"] = nameOf(thing);
    part.setAttribute("tabindex", thing.is === "frame" ? "-1" : "0");
    part.setAttribute("role", "button");
    part.setAttribute("aria-label", nameOf(thing));
    part.addEventListener("click", () => this.select(thing));
    part.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.select(thing);
    });
    if (thing.is !== "line") return;
    widen(part);
    const tip = document.createElementNS(svgNames, "title");
    tip.textContent = nameOf(thing);
    part.prepend(tip);
  }

  private thingOf(id: string): Thing | null {
    const { boxes, lines, objects, frames } = this.drawn!;
    const [box, line] = [boxes.get(id), lines.get(id)];
    const [object, domain] = [objects.get(id), frames.get(id)];
    if (box) return { is: "box", box };
    if (line) return { is: "line", line };
    if (object) return { is: "object", object };
    return domain === undefined ? null : { is: "frame", domain };
  }
}

/** Puts what is written at an arrow in front of all arrows; it is marked as the arrow is. */
function raiseLabels(part: SVGGElement): void {
  const texts = [...part.querySelectorAll("text")];
  if (texts.length === 0) return;
  const label = part.cloneNode() as SVGGElement;
  for (const name of ["id", "tabindex", "role", "aria-label", "data-name"])
    label.removeAttribute(name);
  label.setAttribute("aria-hidden", "true");
  label.append(...texts);
  part.parentElement!.append(label);
}

/** Lays a broad invisible line over a thin one, so that it is easy to hit. */
function widen(part: SVGGElement): void {
  const path = part.querySelector("path");
  if (!path) return;
  const broad = path.cloneNode() as SVGPathElement;
  broad.setAttribute("class", "target");
  part.append(broad);
}

export function isSame(one: Thing, other: Thing): boolean {
  if (one.is === "box" && other.is === "box") return one.box.key === other.box.key;
  if (one.is === "line" && other.is === "line") return one.line.key === other.line.key;
  if (one.is === "object" && other.is === "object") return one.object.key === other.object.key;
  return one.is === "frame" && other.is === "frame" && one.domain === other.domain;
}

/** What a thing is called, for those who hear the page and for tests. */
export function nameOf(thing: Thing): string {
  if (thing.is === "box") return thing.box.fold ?? thing.box.title;
  if (thing.is === "object") return `object ${thing.object.name}`;
  if (thing.is === "frame") return `domain ${thing.domain}`;
  const first = edgeName(thing.line.edges[0]!);
  return thing.line.edges.length > 1 ? `${first} and ${thing.line.edges.length - 1} more` : first;
}

export function edgeName(edge: Edge): string {
  const { client, port, index, server, server_port } = either(edge);
  const place = index === null ? "" : `[${index}]`;
  return `${client}.${port}${place} -> ${server}.${server_port}`;
}
