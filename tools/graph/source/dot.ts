// SPDX-License-Identifier: BSD-2-Clause
// The visible graph in the language of Graphviz, which lays it out and draws it.

import type { KernelObject, Port } from "./data.ts";
import type { Box, Line, View } from "./fold.ts";
import { either, type Graph, type Node, type ObjectNode, type Side, type Status } from "./graph.ts";
import { borders, Palette } from "./palette.ts";

/** How an element of the drawing is found again: by the identifiers that the drawing bears. */
export interface Drawn {
  dot: string;
  boxes: Map<string, Box>;
  lines: Map<string, Line>;
  objects: Map<string, ObjectNode>;
  frames: Map<string, string>; // the names of domains
}

export interface Labels {
  lineLabel: (line: Line) => string;
  hasOrder: boolean;
}

const font = "Courier"; // all letters have one width, so that any fixed font of the reader fits
const paper = "#ffffff";
const heading = "#e6ecf5";
const quiet = "#767676";

export function toDot(graph: Graph, view: View, labels: Labels): Drawn {
  const drawn: Drawn = {
    dot: "",
    boxes: new Map(),
    lines: new Map(),
    objects: new Map(),
    frames: new Map(),
  };
  const ids = new Map<string, string>();
  view.boxes.forEach((box, index) => {
    ids.set(box.key, `box${index}`);
    drawn.boxes.set(`box${index}`, box);
  });
  const name = graph.assemblies.map((each) => each.model.name).join(" and ");
  const text = [
    `digraph ${quoted(name)} {`,
    "  rankdir=LR; ranksep=0.7; nodesep=0.16; newrank=true; bgcolor=transparent;",
    `  fontname=${font}; fontsize=11;`,
    `  node [shape=plain, fontname=${font}, fontsize=11];`,
    `  edge [fontname=${font}, fontsize=10, arrowsize=0.7];`,
    ...graph.domains.flatMap((domain) => frameOf(view, domain, labels, drawn, ids)),
    ...view.lines.map((line, index) => arrow(graph, line, `line${index}`, labels, drawn, ids)),
    "}",
  ];
  drawn.dot = `${text.join("\n")}\n`;
  return drawn;
}

type Ids = Map<string, string>;

function frameOf(view: View, domain: string, labels: Labels, drawn: Drawn, ids: Ids): string[] {
  const boxes = view.boxes.filter((box) => box.domain === domain);
  if (boxes.length === 0) return [];
  const id = `frame${drawn.frames.size}`;
  drawn.frames.set(id, domain);
  const nodes = boxes.map((box) => {
    const label = box.fold ? groupTable(box) : instanceTable(box.members[0]!, labels.hasOrder);
    const classes = `box ${box.fold ? "group" : "instance"} status-${box.status}`;
    const id = ids.get(box.key);
    return `    ${id} [id=${id}, class="${classes}", label=<${label}>];`;
  });
  return [
    `  subgraph cluster_${id} {`,
    `    id=${id}; class=frame; label=${quoted(`domain ${domain}`)}; labeljust=l;`,
    `    style=rounded; color="${borders.same}"; margin=14;`,
    ...nodes,
    ...objectsOf(view, domain, drawn, ids),
    "  }",
  ];
}

function instanceTable(node: Node, hasOrder: boolean): string {
  const instance = either(node);
  const order = hasOrder ? `${instance.order} ` : "";
  const names = [node.first?.component, node.second?.component].filter((each) => each);
  const ports = portsOf(node);
  const left = ports.filter((port) => port.kind === "provides");
  const right = ports.filter((port) => port.kind !== "provides");
  const rows: string[] = [];
  for (let index = 0; index < Math.max(left.length, right.length); ++index) {
    rows.push(`<TR>${cell(left[index], "LEFT", "p")}${cell(right[index], "RIGHT", "r")}</TR>`);
  }
  const component = [...new Set(names)].join(" | ");
  return table(node.status, [headRow(`${order}${node.name}`, component), ...rows]);
}

function groupTable(box: Box): string {
  const kind = box.fold!.split(" ")[0];
  return table(box.status, [headRow(`${kind} ${box.title}`, `${box.members.length} instances`)]);
}

function table(status: Status, rows: string[]): string {
  const form = 'BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3"';
  return `<TABLE ${form} COLOR="${borders[status]}" BGCOLOR="${paper}">${rows.join("")}</TABLE>`;
}

function headRow(title: string, below: string): string {
  const lines = `<B>${escaped(title)}</B><BR ALIGN="LEFT"/>${escaped(below)}<BR ALIGN="LEFT"/>`;
  return `<TR><TD COLSPAN="2" BGCOLOR="${heading}" ALIGN="LEFT" BALIGN="LEFT">${lines}</TD></TR>`;
}

/** The ports of an instance; where two assemblies have other components, those of both. */
function portsOf(node: Node): Port[] {
  const found = new Map<string, Port>();
  for (const half of [node.first, node.second]) {
    for (const port of half?.declared.ports ?? [])
      found.set(port.name, found.get(port.name) ?? port);
  }
  return [...found.values()];
}

function cell(port: Port | undefined, side: "LEFT" | "RIGHT", prefix: string): string {
  if (!port) return "<TD></TD>";
  const mark = port.kind === "optional" ? "?" : "";
  const text = escaped(`${port.name}${port.collection ? "[]" : ""}${mark}`);
  const shown = port.kind === "optional" ? `<FONT COLOR="${quiet}">${text}</FONT>` : text;
  return `<TD ALIGN="${side}" PORT="${prefix}_${port.name}">${shown}</TD>`;
}

function objectsOf(view: View, domain: string, drawn: Drawn, ids: Ids): string[] {
  const objects = view.objects.filter((each) => each.domain === domain);
  return objects.flatMap((object) => {
    const id = `object${drawn.objects.size}`;
    drawn.objects.set(id, object);
    const classes = `box object status-${object.status}`;
    const node = `    ${id} [id=${id}, class="${classes}", label=<${objectTable(object)}>];`;
    return [node, ...sharesOf(view, object, id, ids)];
  });
}

function objectTable(object: ObjectNode): string {
  const { package: name, base } = latest(object);
  const rows = mixinTexts(object).map(
    (text, index) =>
      `<TR><TD COLSPAN="2" ALIGN="LEFT" PORT="m_${index}">${escaped(text)}</TD></TR>`,
  );
  return table(object.status, [headRow(`object ${object.name}`, `${name}.${base}`), ...rows]);
}

/** Dotted lines from the instances that contribute mix-ins. */
function sharesOf(view: View, object: ObjectNode, id: string, ids: Ids): string[] {
  const style = "class=mixin, style=dotted, arrowhead=none, constraint=false";
  return latest(object).mixins.flatMap((mixin, index) => {
    const source = view.boxes.find((box) => box.members.some(({ name }) => name === mixin.source));
    if (!source) return [];
    return [`    ${ids.get(source.key)} -> ${id}:m_${index} [${style}, color="${quiet}"];`];
  });
}

function latest(object: ObjectNode): KernelObject {
  return object.second ?? either(object);
}

/** The mix-ins, and after them those of the first assembly that the second has not. */
function mixinTexts(object: ObjectNode): string[] {
  const names = (side: Side) =>
    (object[side]?.mixins ?? []).map((each) => `${each.package}.${each.name}`);
  const [first, second] = [names("first"), names("second")];
  if (!object.first || !object.second) return [...first, ...second];
  const now = second.map((each) => (first.includes(each) ? each : `+ ${each}`));
  return [...now, ...first.filter((each) => !second.includes(each)).map((each) => `- ${each}`)];
}

function arrow(
  graph: Graph,
  line: Line,
  id: string,
  labels: Labels,
  drawn: Drawn,
  ids: Ids,
): string {
  drawn.lines.set(id, line);
  const binding = either(line.edges[0]!);
  const from = line.from.fold
    ? `${ids.get(line.from.key)}:e`
    : `${ids.get(line.from.key)}:r_${binding.port}:e`;
  const to = line.to.fold
    ? `${ids.get(line.to.key)}:w`
    : `${ids.get(line.to.key)}:p_${binding.server_port}:w`;
  return `  ${from} -> ${to} [${arrowForm(graph, line, id, labels).join(", ")}];`;
}

function arrowForm(graph: Graph, line: Line, id: string, labels: Labels): string[] {
  const palette = new Palette(graph);
  const binding = either(line.edges[0]!);
  const { rule } = binding;
  const kind = palette.kindOf(binding);
  const colour = palette.colour(kind);
  const isUnshared = line.status === "first" || line.status === "second";
  const classes = ["line", `kind-${kind}`, `rule-${rule}`, `status-${line.status}`];
  const label = labels.lineLabel(line);
  return [
    `id=${id}`,
    `class="${classes.join(" ")}"`,
    `color="${isUnshared ? borders[line.status] : colour}"`,
    `fontcolor="${colour}"`,
    ...(rule === "explicit" ? ["penwidth=2"] : []),
    ...(rule === "inherited" ? ["style=dashed"] : []),
    ...(line.edges.every((edge) => either(edge).late) ? ["arrowhead=onormal"] : []),
    ...(label ? [`label=${quoted(label)}`] : []),
  ];
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
