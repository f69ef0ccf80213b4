// SPDX-License-Identifier: BSD-2-Clause
// What is shown while nothing is selected: the assemblies, differences, folds, legend, costs.

import type { Actions } from "./actions.ts";
import type { Assembly } from "./data.ts";
import { addedText, betweenBytes, howToMeasure } from "./cost.ts";
import { countBy, domainFold, packageFold } from "./fold.ts";
import { clientPort, either, type Graph, type Side } from "./graph.ts";
import { button, checkbox, make } from "./html.ts";
import { Palette } from "./palette.ts";
import { edgeName } from "./picture.ts";
import { sourceLink } from "./source_view.ts";

const rules = {
  explicit: "explicit: the assembly states it",
  inherited: "inherited: a base of the assembly states it",
  automatic: "automatic: the one provider of its type",
};

export class Overview {
  constructor(
    private readonly graph: Graph,
    private readonly actions: Actions,
    private readonly place: HTMLElement,
  ) {}

  show(): void {
    const { assemblies } = this.graph;
    this.place.replaceChildren(
      ...assemblies.flatMap((each, index) => this.facts(each, index === 0 ? "first" : "second")),
      ...(assemblies.length > 1 ? this.differences() : []),
      ...this.legend(),
      ...this.folds(),
      ...assemblies.flatMap((each, index) => this.costs(each, index === 0 ? "first" : "second")),
    );
  }

  private facts(assembly: Assembly, side: Side): HTMLElement[] {
    const { model } = assembly;
    const { arch, platform, api, smp } = model.target;
    const instances = model.images.flatMap((image) => image.instances).length;
    const bindings = model.images.flatMap((image) => image.bindings).length;
    const modules = model.images.flatMap((image) => image.modules.map((each) => each.name));
    const names = modules.length ? ` Boot modules: ${modules.join(", ")}.` : "";
    return [
      make("h2", { class: this.graph.assemblies.length > 1 ? `side-${side}` : "" }, model.name),
      make(
        "p",
        {},
        `${arch}, platform ${platform}, api ${api}, smp ${smp}: `,
        `${counted(instances, "instance")}, `,
        `${counted(bindings, "binding")}, ${counted(model.images.length, "domain")}.${names}`,
      ),
      make("p", {}, sourceLink(this.actions, side, model.images[0]!.origin)),
    ];
  }

  private differences(): HTMLElement[] {
    const { nodes, edges } = this.graph;
    const changedNodes = nodes
      .filter((node) => node.status !== "same")
      .map((node) => [node.status, button(node.key, () => this.actions.selectNode(node))] as const);
    const changedEdges = edges
      .filter((edge) => edge.status !== "same")
      .map(
        (edge) =>
          [edge.status, button(edgeName(edge), () => this.actions.selectEdge(edge))] as const,
      );
    const [first, second] = this.graph.assemblies.map((each) => each.model.name);
    const texts = {
      first: `only in ${first}`,
      second: `only in ${second}`,
      changed: "changed",
      same: "",
    };
    const items = [...changedNodes, ...changedEdges].map(([status, name]) => {
      name.className = `status-${status}`;
      return make("li", {}, name, ` ${texts[status]}`);
    });
    return [
      make("h3", {}, `Differences: ${items.length}`),
      make("ul", { id: "differences" }, ...items),
    ];
  }

  private legend(): HTMLElement[] {
    const palette = new Palette(this.graph);
    const bindings = this.graph.edges.map((edge) => either(edge));
    const kinds = [...countBy(bindings, (each) => palette.kindOf(each))].map(([kind, count]) =>
      this.filter(`kind ${kind}`, `${kind} (${count})`, swatch(palette.colour(kind), "solid", 2)),
    );
    const counts = countBy(bindings, (each) => each.rule);
    const found = (["explicit", "inherited", "automatic"] as const).filter((rule) =>
      counts.has(rule),
    );
    const byRule = found.map((rule) =>
      this.filter(
        `rule ${rule}`,
        `${rules[rule]} (${counts.get(rule)})`,
        swatch(
          "currentColor",
          rule === "inherited" ? "dashed" : "solid",
          rule === "explicit" ? 3 : 1,
        ),
      ),
    );
    return [
      make("h3", {}, "Bindings shown"),
      make("ul", { class: "plain", id: "legend" }, ...kinds, ...byRule),
      make(
        "p",
        { class: "quiet" },
        "A hollow head: late, made after all instances. A box has its ",
        "provided ports on the left and what it requires on the right; `?` is optional.",
      ),
    ];
  }

  private filter(name: string, text: string, mark: HTMLElement): HTMLElement {
    const change = (isOn: boolean) => this.actions.setHidden(name, !isOn);
    return make("li", {}, checkbox(text, !this.actions.isHidden(name), change, mark));
  }

  private folds(): HTMLElement[] {
    const packages = [...countBy(this.graph.nodes, (node) => node.package)].sort();
    const fold = (name: string, text: string) =>
      make(
        "li",
        {},
        checkbox(text, this.actions.isFolded(name), (isOn) => this.actions.setFolded(name, isOn)),
      );
    return [
      make("h3", {}, "Folded to one box"),
      make(
        "ul",
        { class: "plain columns", id: "folds" },
        ...this.graph.domains.map((domain) => fold(domainFold(domain), `domain ${domain}`)),
        ...packages.map(([name, count]) => fold(packageFold(name), `${name} (${count})`)),
      ),
    ];
  }

  private costs(assembly: Assembly, side: Side): HTMLElement[] {
    const title = make("h3", {}, `Cost of each binding, ${assembly.model.name}`);
    const { costs } = assembly;
    if (!costs) return [title, howToMeasure(assembly)];
    const most = (end: string) => costs.bindings[end]?.instructions_added?.max ?? -1;
    const edges = this.graph.edges.filter((edge) => edge[side]);
    const ends = edges.map((edge) => ({ edge, end: clientPort(edge[side]!) }));
    const rows = ends
      .sort((a, b) => most(b.end) - most(a.end))
      .map(({ edge, end }) =>
        make(
          "tr",
          {},
          make(
            "td",
            {},
            button(end, () => this.actions.selectEdge(edge)),
          ),
          make("td", {}, addedText(costs.bindings[end]) ?? "-"),
          make("td", {}, `${betweenBytes(costs.bindings[end]) || "-"}`),
        ),
      );
    const head = ["binding", "instructions added", "bytes between"].map((each) =>
      make("th", {}, each),
    );
    return [
      title,
      make("p", { class: "quiet" }, `Variant ${costs.variant}, from its image.`),
      make(
        "table",
        { class: "costs" },
        make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...rows),
      ),
    ];
  }
}

function swatch(colour: string, style: string, width: number): HTMLElement {
  return make("span", { class: "swatch", style: `border-top: ${width}px ${style} ${colour}` });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
