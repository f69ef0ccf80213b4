// SPDX-License-Identifier: BSD-2-Clause
// A colour for each kind of binding, readable on light and on dark paper.

import type { Binding } from "./data.ts";
import type { Graph, Status } from "./graph.ts";

const direct = "static";
const grey = "#737c8a";
// Neither red nor green nor amber: these say how two assemblies differ.
const colours = ["#2472c8", "#8250df", "#0e8490", "#c2328a", "#75750a", "#8c5a2b"];

/** The borders of boxes; of what two assemblies do not share, in the colour of the difference. */
export const borders: Record<Status, string> = {
  same: "#9aa4b2",
  first: "#c4320a",
  second: "#137333",
  changed: "#9a6700",
};

export class Palette {
  readonly kinds: string[];

  constructor(graph: Graph) {
    const names = graph.assemblies.flatMap((each) => each.model.kinds.map((kind) => kind.name));
    this.kinds = [...new Set(names)].sort();
  }

  /** The kind by which a binding is drawn: the first of its chain that is more than a reference. */
  kindOf(binding: Binding): string {
    return binding.chain.find((link) => link.kind !== direct)?.kind ?? direct;
  }

  colour(kind: string): string {
    if (kind === direct) return grey;
    const index = this.kinds.filter((each) => each !== direct).indexOf(kind);
    return colours[index % colours.length]!;
  }
}
