// SPDX-License-Identifier: BSD-2-Clause
// What is visible: instances as boxes, or a whole domain or package folded to one box.

import { either, type Edge, type Graph, type Node, type ObjectNode, type Status } from "./graph.ts";

/** What the reader chose to see. */
export interface Choice {
  folded: Set<string>; // `domain app`, `package memory`
  around: string | null; // the key of a box: only it and its neighbours are shown
  onlyDifferences: boolean; // only what two assemblies do not share, and what it is bound to
}

export interface Box {
  key: string; // of the instance, or of the folded group in its domain
  fold: string | null; // what unfolds it; null: one instance
  title: string;
  domain: string;
  members: Node[];
  status: Status;
}

/** Bindings that have the same visible ends. */
export interface Line {
  key: string;
  from: Box;
  to: Box;
  edges: Edge[];
  status: Status;
}

export interface View {
  boxes: Box[];
  lines: Line[];
  objects: ObjectNode[];
}

/** A graph of more boxes is opened with its largest packages folded, until few are left. */
const manyBoxes = 130;
const fewBoxes = 40;

export function domainFold(domain: string): string {
  return `domain ${domain}`;
}

export function packageFold(name: string): string {
  return `package ${name}`;
}

/** What is folded when a page is opened: nothing, or the largest packages of a large graph. */
export function firstFolds(graph: Graph): Set<string> {
  const sizes = [...countBy(graph.nodes, (node) => node.package)].sort((a, b) => b[1] - a[1]);
  const folds = new Set<string>();
  let boxes = graph.nodes.length;
  if (boxes <= manyBoxes) return folds;
  for (const [name, size] of sizes) {
    if (boxes <= fewBoxes || size < 2) break;
    folds.add(packageFold(name));
    boxes -= size - 1;
  }
  return folds;
}

export function countBy<T>(list: T[], name: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(name(each), (counts.get(name(each)) ?? 0) + 1);
  return counts;
}

export function viewOf(graph: Graph, choice: Choice): View {
  const boxes = new Map<string, Box>();
  const boxOfNode = new Map<Node, Box>();
  for (const node of graph.nodes) {
    const box = boxFor(node, choice.folded, boxes);
    box.members.push(node);
    boxOfNode.set(node, box);
  }
  for (const box of boxes.values()) box.status = together(box.members.map((each) => each.status));
  const lines = linesBetween(graph, boxOfNode);
  const whole = { boxes: [...boxes.values()], lines, objects: graph.objects };
  if (choice.around !== null) return neighbourhood(whole, choice.around);
  return choice.onlyDifferences ? differences(whole) : whole;
}

function boxFor(node: Node, folded: Set<string>, boxes: Map<string, Box>): Box {
  let fold: string | null = null;
  let key = node.key;
  let title = node.name;
  if (folded.has(domainFold(node.domain))) {
    fold = domainFold(node.domain);
    key = fold;
    title = node.domain;
  } else if (folded.has(packageFold(node.package))) {
    fold = packageFold(node.package);
    key = `${node.domain}/${fold}`;
    title = node.package;
  }
  let box = boxes.get(key);
  if (!box) {
    box = { key, fold, title, domain: node.domain, members: [], status: "same" };
    boxes.set(key, box);
  }
  return box;
}

function linesBetween(graph: Graph, boxOfNode: Map<Node, Box>): Line[] {
  const lines = new Map<string, Line>();
  for (const edge of graph.edges) {
    const from = boxOfNode.get(edge.client)!;
    const to = boxOfNode.get(edge.server)!;
    if (from === to && from.fold) continue;
    const key = lineKey(edge, from, to);
    const line = lines.get(key) ?? { key, from, to, edges: [], status: edge.status };
    line.edges.push(edge);
    lines.set(key, line);
  }
  for (const line of lines.values()) line.status = together(line.edges.map((each) => each.status));
  return [...lines.values()];
}

/** Bindings of a folded box run together if their other ends, kinds and rules are the same. */
function lineKey(edge: Edge, from: Box, to: Box): string {
  if (!from.fold && !to.fold) return edge.key;
  const binding = either(edge);
  const kinds = binding.chain.map((link) => link.kind).join(",");
  const start = from.fold ? from.key : `${from.key}.${binding.port}`;
  const end = to.fold ? to.key : `${to.key}.${binding.server_port}`;
  return `${start} ${end} ${kinds} ${binding.rule} ${edge.status}`;
}

function together(statuses: Status[]): Status {
  const first = statuses[0] ?? "same";
  return statuses.every((each) => each === first) ? first : "changed";
}

function neighbourhood(whole: View, around: string): View {
  const lines = whole.lines.filter((line) => line.from.key === around || line.to.key === around);
  const near = new Set([around, ...lines.flatMap((line) => [line.from.key, line.to.key])]);
  return among(whole, near, []);
}

function differences(whole: View): View {
  const lines = whole.lines.filter((line) =>
    [line.status, line.from.status, line.to.status].some((status) => status !== "same"),
  );
  const boxes = whole.boxes.filter((box) => box.status !== "same");
  const keys = [
    ...boxes.map((box) => box.key),
    ...lines.flatMap((line) => [line.from.key, line.to.key]),
  ];
  const objects = whole.objects.filter((object) => object.status !== "same");
  return among(whole, new Set(keys), objects);
}

function among(whole: View, keys: Set<string>, objects: ObjectNode[]): View {
  return {
    objects,
    boxes: whole.boxes.filter((box) => keys.has(box.key)),
    lines: whole.lines.filter((line) => keys.has(line.from.key) && keys.has(line.to.key)),
  };
}
