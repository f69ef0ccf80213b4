// SPDX-License-Identifier: BSD-2-Clause
// What is shown of the thing that is selected: an instance, bindings, a folded group, an object.

import type { Actions } from "./actions.ts";
import type { Binding, Port } from "./data.ts";
import { costFacts } from "./cost.ts";
import { type Box, domainFold, type Line, packageFold } from "./fold.ts";
import { chainText, clientPort, type Edge, type Graph, type Node } from "./graph.ts";
import type { ObjectNode, Pair, PlacedInstance, Side } from "./graph.ts";
import { button, make } from "./html.ts";
import { edgeName, type Thing } from "./picture.ts";
import { sourceLine, sourceLink } from "./source_view.ts";

export class Panel {
  constructor(
    private readonly graph: Graph,
    private readonly actions: Actions,
    private readonly place: HTMLElement,
  ) {}

  show(thing: Thing): void {
    const back = button("Overview", () => this.actions.selectNothing(), { class: "back" });
    this.place.replaceChildren(back, ...this.about(thing));
    this.place.scrollTo(0, 0);
  }

  private about(thing: Thing): HTMLElement[] {
    if (thing.is === "line")
      return thing.line.edges.length > 1
        ? this.aboutLine(thing.line)
        : this.aboutEdge(thing.line.edges[0]!);
    if (thing.is === "object") return this.aboutObject(thing.object);
    if (thing.is === "frame") return this.aboutDomain(thing.domain);
    return thing.box.fold ? this.aboutGroup(thing.box) : this.aboutNode(thing.box);
  }

  /** Once for each assembly that has it, under its name where there are two. */
  private halves<T>(pair: Pair<T>, tell: (half: T, side: Side) => HTMLElement[]): HTMLElement[] {
    const compares = this.graph.assemblies.length > 1;
    const sides: Side[] = compares ? ["first", "second"] : ["first"];
    return sides.flatMap((side, index) => {
      const half = pair[side];
      const { name } = this.graph.assemblies[index]!.model;
      const title = compares ? [make("h3", { class: `side-${side}` }, `In ${name}`)] : [];
      return [
        ...title,
        ...(half ? tell(half, side) : [make("p", { class: "quiet" }, "Not there.")]),
      ];
    });
  }

  private aboutNode(box: Box): HTMLElement[] {
    const node = box.members[0]!;
    return [
      make("h2", {}, node.name),
      make(
        "p",
        { class: "buttons" },
        this.foldButton(packageFold(node.package)),
        this.foldButton(domainFold(node.domain)),
        this.aroundButton(box),
      ),
      ...this.halves(node, (instance, side) => this.instanceFacts(node, instance, side)),
    ];
  }

  private instanceFacts(node: Node, instance: PlacedInstance, side: Side): HTMLElement[] {
    const settings = instance.attributes.map(([name, value]) =>
      make("li", {}, make("code", {}, `${name} = ${value}`)),
    );
    const ports = instance.declared.ports.map((port) => this.portFacts(node, port, side));
    return [
      make(
        "p",
        {},
        make("code", {}, instance.component),
        ` in domain ${instance.domain}, `,
        `number ${instance.order} to be initialised`,
      ),
      make("p", {}, "Instance: ", sourceLink(this.actions, side, instance.origin)),
      make("p", {}, "Component: ", sourceLink(this.actions, side, instance.declared.origin)),
      ...(settings.length ? [make("h4", {}, "Attributes"), make("ul", {}, ...settings)] : []),
      make("h4", {}, "Ports"),
      make("ul", { class: "ports" }, ...ports),
    ];
  }

  private portFacts(node: Node, port: Port, side: Side): HTMLElement {
    const isServer = port.kind === "provides";
    const edges = this.graph.edges.filter((edge) => {
      const binding = edge[side];
      if (!binding) return false;
      return isServer
        ? edge.server === node && binding.server_port === port.name
        : edge.client === node && binding.port === port.name;
    });
    const late = port.late ? "late " : "";
    const others = edges.map((edge) => make("li", {}, this.edgeButton(edge)));
    const nothing = isServer ? "nobody is bound to it" : "bound to nothing";
    return make(
      "li",
      {},
      `${late}${port.kind} `,
      make("code", {}, `${port.interface} ${port.name}`),
      " ",
      sourceLink(this.actions, side, port.origin),
      others.length ? make("ul", {}, ...others) : make("p", { class: "quiet" }, nothing),
    );
  }

  private aboutEdge(edge: Edge): HTMLElement[] {
    return [
      make("h2", {}, edgeName(edge)),
      make(
        "p",
        { class: "buttons" },
        this.nodeButton(edge.client, "Client"),
        this.nodeButton(edge.server, "Server"),
      ),
      ...this.halves(edge, (binding, side) => this.bindingFacts(binding, side)),
    ];
  }

  private bindingFacts(binding: Binding, side: Side): HTMLElement[] {
    const assembly = this.graph.assemblies[side === "first" ? 0 : 1]!;
    const kinds = binding.chain.map((link) => {
      const kind = assembly.model.kinds.find((each) => each.name === link.kind);
      const needs = link.supplies
        .filter((each) => !each.is_server)
        .map((each) =>
          make(
            "li",
            {},
            `requires ${each.interface} ${each.name}: ${each.server}.${each.server_port}`,
          ),
        );
      return make(
        "li",
        {},
        make("b", {}, link.kind),
        `: ${kind?.summary ?? ""}`,
        needs.length ? make("ul", {}, ...needs) : null,
      );
    });
    const late = binding.late ? " It is late: made after all instances are." : "";
    return [
      make(
        "p",
        {},
        "Interface ",
        make("code", {}, binding.interface),
        `, via ${chainText(binding)}.`,
        late,
      ),
      make("h4", {}, "Why is this bound?"),
      make("p", { class: "why" }, assembly.reasons[clientPort(binding)] ?? binding.rule),
      make("p", {}, "Stated at ", sourceLink(this.actions, side, binding.origin)),
      ...[sourceLine(assembly, binding.origin)].filter((each) => each !== null),
      make("h4", {}, "Kinds, the outermost first"),
      make("ul", {}, ...kinds),
      make("h4", {}, "Cost"),
      ...costFacts(assembly, clientPort(binding)),
    ];
  }

  private aboutLine(line: Line): HTMLElement[] {
    const edges = line.edges.map((edge) => make("li", {}, this.edgeButton(edge)));
    return [
      make("h2", {}, `${line.from.title} to ${line.to.title}`),
      make("p", {}, `${edges.length} bindings`),
      make("ul", {}, ...edges),
    ];
  }

  private aboutGroup(box: Box): HTMLElement[] {
    const members = box.members.map((node) => make("li", {}, this.nodeButton(node, null)));
    return [
      make("h2", {}, box.fold!),
      make("p", { class: "buttons" }, this.foldButton(box.fold!), this.aroundButton(box)),
      make("p", {}, `${members.length} instances in domain ${box.domain}`),
      make("ul", {}, ...members),
    ];
  }

  private aboutDomain(domain: string): HTMLElement[] {
    const members = this.graph.nodes.filter((node) => node.domain === domain);
    return [
      make("h2", {}, `domain ${domain}`),
      make("p", { class: "buttons" }, this.foldButton(domainFold(domain))),
      make("ul", {}, ...members.map((node) => make("li", {}, this.nodeButton(node, null)))),
    ];
  }

  private aboutObject(object: ObjectNode): HTMLElement[] {
    return [
      make("h2", {}, `object ${object.name}`),
      ...this.halves(object, (facts, side) => [
        make(
          "p",
          {},
          "Kernel object, base ",
          make("code", {}, `${facts.package}.${facts.base}`),
          " ",
          sourceLink(this.actions, side, facts.origin),
        ),
        make("h4", {}, "Mix-ins, in the order of base classes"),
        make(
          "ol",
          {},
          ...facts.mixins.map((mixin) =>
            make(
              "li",
              {},
              make("code", {}, `${mixin.package}.${mixin.name}`),
              ` from ${mixin.source}, `,
              make("code", {}, mixin.header),
            ),
          ),
        ),
      ]),
    ];
  }

  private edgeButton(edge: Edge): HTMLElement {
    const press = () => this.actions.selectEdge(edge);
    return button(edgeName(edge), press, { class: `status-${edge.status}` });
  }

  private nodeButton(node: Node, title: string | null): HTMLElement {
    const text = title ? `${title}: ${node.name}` : node.name;
    return button(text, () => this.actions.selectNode(node), { class: `status-${node.status}` });
  }

  private foldButton(fold: string): HTMLElement {
    const isFolded = this.actions.isFolded(fold);
    const verb = isFolded ? "Unfold" : "Fold";
    return button(`${verb} ${fold}`, () => this.actions.setFolded(fold, !isFolded));
  }

  private aroundButton(box: Box): HTMLElement {
    const isAround = this.actions.isAround(box);
    const text = isAround ? "Show everything" : "Only its neighbours";
    return button(text, () => this.actions.showAround(isAround ? null : box));
  }
}
