// SPDX-License-Identifier: BSD-2-Clause
// The state of the page, and what follows from each change of it.

import type { Viz } from "@viz-js/viz";
import type { Actions } from "./actions.ts";
import { addedText } from "./cost.ts";
import type { Origin } from "./data.ts";
import { toDot } from "./dot.ts";
import { type Box, type Choice, domainFold, firstFolds, type Line, packageFold } from "./fold.ts";
import { viewOf, type View } from "./fold.ts";
import { clientPort, type Edge, either, type Graph, type Node, type Side } from "./graph.ts";
import { keepFocus, one } from "./html.ts";
import { Overview } from "./overview.ts";
import { Palette } from "./palette.ts";
import { Panel } from "./panel.ts";
import { isSame, Picture, type Thing } from "./picture.ts";
import { Steps } from "./steps.ts";
import { showSource } from "./source_view.ts";

export class App implements Actions {
  readonly picture: Picture;
  readonly steps: Steps;
  private readonly panel: Panel;
  private readonly overview: Overview;
  private readonly palette: Palette;
  private readonly choice: Choice;
  private readonly hidden = new Set<string>();
  private view: View = { boxes: [], lines: [], objects: [] };
  private selected: Thing | null = null;
  private showsCosts = false;
  private called = new Set<string>();

  constructor(
    private readonly graph: Graph,
    viz: Viz,
    panes: HTMLElement[],
  ) {
    const place = one("#panel");
    this.choice = { folded: firstFolds(graph), around: null, onlyDifferences: false };
    this.palette = new Palette(graph);
    this.panel = new Panel(graph, this, place);
    this.overview = new Overview(graph, this, place);
    this.steps = new Steps(graph, () => this.step());
    const sides: (Side | null)[] = panes.length > 1 ? ["first", "second"] : [null];
    this.picture = new Picture(
      viz,
      panes.map((element, index) => ({ element, side: sides[index]! })),
      (thing) => this.select(thing),
    );
    this.redraw();
  }

  selectNode(node: Node): void {
    if (!this.boxOf(node)) this.showsWhole();
    this.unfoldAround(node);
    this.select({ is: "box", box: this.boxOf(node)! });
  }

  selectEdge(edge: Edge): void {
    if (!this.lineOf(edge)) this.showsWhole();
    this.unfoldAround(edge.client);
    this.unfoldAround(edge.server);
    const line = this.lineOf(edge)!;
    this.select({ is: "line", line: line.edges.length > 1 ? { ...line, edges: [edge] } : line });
  }

  selectNothing(): void {
    this.selected = null;
    this.overview.show();
    this.markSelection();
  }

  isFolded(fold: string): boolean {
    return this.choice.folded.has(fold);
  }

  setFolded(fold: string, isFolded: boolean): void {
    if (isFolded) this.choice.folded.add(fold);
    else this.choice.folded.delete(fold);
    this.choice.around = null;
    this.selected = null;
    this.redraw();
  }

  showAround(box: Box | null): void {
    this.choice.around = box?.key ?? null;
    this.redraw();
  }

  isAround(box: Box): boolean {
    return this.choice.around === box.key;
  }

  showSource(side: Side, origin: Origin): void {
    showSource(this.graph.assemblies[side === "first" ? 0 : 1]!, origin);
  }

  isHidden(name: string): boolean {
    return this.hidden.has(name);
  }

  setHidden(name: string, isHidden: boolean): void {
    if (isHidden) this.hidden.add(name);
    else this.hidden.delete(name);
    this.markHidden();
  }

  /** Marks the arrows of bindings that were called, by their clients' ends. */
  markCalled(ends: Set<string>): void {
    this.called = ends;
    this.markCalls();
  }

  showCosts(isShown: boolean): void {
    this.showsCosts = isShown;
    this.redraw();
  }

  showOnlyDifferences(isSo: boolean): void {
    this.choice.onlyDifferences = isSo;
    this.choice.around = null;
    this.redraw();
  }

  private select(thing: Thing): void {
    this.selected = thing;
    this.panel.show(thing);
    this.markSelection();
    this.picture.view.enlarge();
    this.picture.reveal(thing);
  }

  private redraw(): void {
    this.view = viewOf(this.graph, this.choice);
    const hasOrder = this.graph.assemblies.length === 1;
    const labels = { lineLabel: (line: Line) => this.lineLabel(line), hasOrder };
    this.picture.draw(toDot(this.graph, this.view, labels));
    keepFocus(one("#panel"), () => {
      if (this.selected) this.panel.show(this.selected);
      else this.overview.show();
    });
    this.markDifferences();
    this.markSelection();
    this.markHidden();
    this.markSteps();
    this.markCalls();
    this.picture.reveal(this.selected ?? this.beginning());
  }

  /** What stands at an arrow: kinds that are more than a reference, how many, what they cost. */
  private lineLabel(line: Line): string {
    const binding = either(line.edges[0]!);
    const words = binding.chain.map((link) => link.kind).filter((kind) => kind !== "static");
    if (line.edges.length > 1) words.push(`x${line.edges.length}`);
    if (this.showsCosts && line.edges.length === 1) words.push(this.costLabel(line.edges[0]!));
    return words.join(" ");
  }

  private costLabel(edge: Edge): string {
    const [first, second] = this.graph.assemblies;
    const costs = edge.first ? first?.costs : second?.costs;
    const added = addedText(costs?.bindings[clientPort(either(edge))]);
    return added === null ? "+?" : `+${added}`;
  }

  private step(): void {
    this.markSteps();
    const { node } = this.steps;
    const box = node && this.boxOf(node);
    if (box) this.picture.reveal({ is: "box", box });
  }

  /** Where a kernel begins: what is looked at first if not everything fits. */
  private beginning(): Thing {
    const { domain, entry } = this.graph.assemblies[0]!.model.images[0]!;
    const box = this.view.boxes.find((each) =>
      each.members.some((node) => node.domain === domain && node.name === entry.instance),
    );
    return { is: "box", box: box ?? this.view.boxes[0]! };
  }

  private showsWhole(): void {
    this.choice.around = null;
    this.choice.onlyDifferences = false;
    one<HTMLInputElement>("#only-differences input").checked = false;
    this.redraw();
  }

  private unfoldAround(node: Node): void {
    const folds = [domainFold(node.domain), packageFold(node.package)].filter((each) =>
      this.choice.folded.delete(each),
    );
    if (folds.length > 0) this.redraw();
  }

  private boxOf(node: Node): Box | undefined {
    return this.view.boxes.find((box) => box.members.includes(node));
  }

  private lineOf(edge: Edge): Line | undefined {
    return this.view.lines.find((line) => line.edges.includes(edge));
  }

  private markSelection(): void {
    const { selected } = this;
    this.picture.mark("selected", (thing) => selected !== null && isSame(thing, selected));
    this.picture.mark("near", (thing) => selected !== null && isNear(thing, selected));
    document.body.classList.toggle(
      "has-selection",
      selected?.is === "box" || selected?.is === "line",
    );
  }

  private markHidden(): void {
    const isHidden = (line: Line) =>
      line.edges.every((edge) => {
        const binding = either(edge);
        const kind = this.palette.kindOf(binding);
        return this.hidden.has(`kind ${kind}`) || this.hidden.has(`rule ${binding.rule}`);
      });
    this.picture.mark("hidden", (thing) => thing.is === "line" && isHidden(thing.line));
  }

  private markCalls(): void {
    this.picture.mark(
      "called",
      (thing) =>
        thing.is === "line" &&
        thing.line.edges.some((edge) => this.called.has(clientPort(either(edge)))),
    );
  }

  private markSteps(): void {
    const { steps } = this;
    this.picture.mark("later", (thing, side) => {
      if (thing.is === "box") return thing.box.members.every((node) => steps.isLater(node, side));
      if (thing.is !== "line") return false;
      return thing.line.edges.every((edge) => steps.isLater(edge.client, side));
    });
    this.picture.mark(
      "now",
      (thing, side) =>
        thing.is === "box" && thing.box.members.some((node) => steps.isNow(node, side)),
    );
  }

  /** In the pane of one assembly what only the other has is no more than a trace. */
  private markDifferences(): void {
    this.picture.mark("absent", (thing, side) => {
      const status =
        thing.is === "box"
          ? thing.box.status
          : thing.is === "line"
            ? thing.line.status
            : thing.is === "object"
              ? thing.object.status
              : "same";
      return side !== null && (status === "first" || status === "second") && status !== side;
    });
  }
}

/** Whether a thing is an end of what is selected, or an arrow at it. */
function isNear(thing: Thing, selected: Thing): boolean {
  if (thing.is === "line" && selected.is === "box") {
    return [thing.line.from.key, thing.line.to.key].includes(selected.box.key);
  }
  if (thing.is === "box" && selected.is === "line") {
    return [selected.line.from.key, selected.line.to.key].includes(thing.box.key);
  }
  return false;
}
