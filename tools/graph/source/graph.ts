// SPDX-License-Identifier: BSD-2-Clause
// One graph of one assembly, or of two laid over each other: what both have, what only one has.

import type { Assembly, Binding, Component, Instance, KernelObject } from "./data.ts";

export type Side = "first" | "second";
export type Status = "same" | "changed" | Side;

/** A fact of one or both assemblies; at least one of the two is there. */
export interface Pair<T> {
  first?: T;
  second?: T;
}

export interface PlacedInstance extends Instance {
  order: number; // from 1, over all domains
  declared: Component;
}

export interface Node extends Pair<PlacedInstance> {
  key: string;
  name: string;
  domain: string;
  package: string;
  status: Status;
}

export interface Edge extends Pair<Binding> {
  key: string;
  client: Node;
  server: Node;
  status: Status;
}

export interface ObjectNode extends Pair<KernelObject> {
  key: string;
  name: string;
  domain: string;
  status: Status;
}

export interface Graph {
  assemblies: Assembly[];
  nodes: Node[];
  edges: Edge[];
  objects: ObjectNode[];
  domains: string[];
  steps: number;
}

const sides: Side[] = ["first", "second"];

/** Either half: what is true of both, or of the only one that there is. */
export function either<T>(pair: Pair<T>): T {
  return (pair.first ?? pair.second) as T;
}

/** `scheduler.timer`, or `mux.sinks[1]`: what reasons and costs are filed under. */
export function clientPort(binding: Binding): string {
  const index = binding.index === null ? "" : `[${binding.index}]`;
  return `${binding.client}.${binding.port}${index}`;
}

/** The chain of kinds as an assembly writes it: `counted(3), syscall(65536, "demo.Stage")`. */
export function chainText(binding: Binding): string {
  const values = (link: Binding["chain"][number]) =>
    link.arguments.map(([, value]) => JSON.stringify(value));
  const text = (link: Binding["chain"][number]) =>
    link.arguments.length ? `${link.kind}(${values(link).join(", ")})` : link.kind;
  return binding.chain.map(text).join(", ");
}

export function buildGraph(assemblies: Assembly[]): Graph {
  const graph: Graph = { assemblies, nodes: [], edges: [], objects: [], domains: [], steps: 0 };
  const found = new Map<string, Node | Edge | ObjectNode>();
  assemblies.forEach((assembly, index) => addAssembly(graph, assembly, sides[index]!, found));
  const compares = assemblies.length > 1;
  for (const node of graph.nodes) {
    node.status = status(node, compares, (each) => instanceText(each));
  }
  for (const edge of graph.edges) edge.status = status(edge, compares, (each) => each.rule);
  for (const object of graph.objects) object.status = status(object, compares, objectText);
  return graph;
}

type Found = Map<string, Node | Edge | ObjectNode>;

function addAssembly(graph: Graph, assembly: Assembly, side: Side, found: Found): void {
  const byName = new Map<string, Node>();
  let order = 0;
  for (const image of assembly.model.images) {
    if (!graph.domains.includes(image.domain)) graph.domains.push(image.domain);
    for (const instance of image.instances) {
      const declared = assembly.model.components[instance.component]!;
      const node = nodeOf(graph, instance, declared, found);
      node[side] = { ...instance, order: ++order, declared };
      byName.set(instance.name, node);
    }
    for (const object of image.objects) {
      const key = `object ${image.domain}/${object.name}`;
      const place: ObjectNode = { key, name: object.name, domain: image.domain, status: "same" };
      join(graph.objects, key, place, found)[side] = object;
    }
  }
  for (const image of assembly.model.images) {
    for (const binding of image.bindings) addBinding(graph, binding, side, byName, found);
  }
  graph.steps = Math.max(graph.steps, order);
}

function nodeOf(graph: Graph, instance: Instance, declared: Component, found: Found): Node {
  const key = `${instance.domain}/${instance.name}`;
  const { name, domain } = instance;
  return join(
    graph.nodes,
    key,
    { key, name, domain, package: declared.package, status: "same" },
    found,
  );
}

function addBinding(
  graph: Graph,
  binding: Binding,
  side: Side,
  byName: Map<string, Node>,
  found: Found,
): void {
  const client = byName.get(binding.client)!;
  const server = byName.get(binding.server)!;
  const ends = `${client.key} ${clientPort(binding)} ${server.key} ${binding.server_port}`;
  const key = `binding ${ends} ${chainText(binding)}`;
  join(graph.edges, key, { key, client, server, status: "same" }, found)[side] = binding;
}

/** What is filed under a key already, or `fresh`, which is then filed. */
function join<T extends Node | Edge | ObjectNode>(
  list: T[],
  key: string,
  fresh: T,
  found: Found,
): T {
  const known = found.get(key) as T | undefined;
  if (known) return known;
  list.push(fresh);
  found.set(key, fresh);
  return fresh;
}

function status<T>(pair: Pair<T>, compares: boolean, text: (half: T) => string): Status {
  if (!compares) return "same";
  if (!pair.second) return "first";
  if (!pair.first) return "second";
  return text(pair.first) === text(pair.second) ? "same" : "changed";
}

function instanceText(instance: Instance): string {
  return JSON.stringify([instance.component, instance.attributes]);
}

function objectText(object: KernelObject): string {
  return JSON.stringify([object.base, object.mixins.map((each) => [each.package, each.name])]);
}
