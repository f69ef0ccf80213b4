// SPDX-License-Identifier: BSD-2-Clause
// What the parts of the page beside the drawing may ask for.

import type { Origin } from "./data.ts";
import type { Box } from "./fold.ts";
import type { Edge, Node, Side } from "./graph.ts";

export interface Actions {
  selectNode(node: Node): void;
  selectEdge(edge: Edge): void;
  selectNothing(): void;
  setFolded(fold: string, isFolded: boolean): void;
  isFolded(fold: string): boolean;
  showAround(box: Box | null): void;
  isAround(box: Box): boolean;
  showSource(side: Side, origin: Origin): void;
  setHidden(name: string, isHidden: boolean): void; // `kind lrpc`, `rule automatic`
  isHidden(name: string): boolean;
}
