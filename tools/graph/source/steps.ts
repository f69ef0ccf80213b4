// SPDX-License-Identifier: BSD-2-Clause
// Steps through the order of initialisation.

import { either, type Graph, type Node, type Side } from "./graph.ts";
import { one } from "./html.ts";

export class Steps {
  private readonly slider = one<HTMLInputElement>("#step");
  private readonly text = one("#step-text");

  constructor(
    private readonly graph: Graph,
    private readonly changed: () => void,
  ) {
    this.slider.max = `${graph.steps}`;
    this.slider.value = "0";
    this.slider.addEventListener("input", () => this.go(this.now));
    one("#step-back").addEventListener("click", () => this.go(this.now - 1));
    one("#step-on").addEventListener("click", () => this.go(this.now + 1));
    this.tell();
  }

  /** How many instances are initialised; 0: the order is not shown. */
  get now(): number {
    return Number(this.slider.value);
  }

  go(step: number): void {
    this.slider.value = `${Math.max(0, Math.min(this.graph.steps, step))}`;
    this.tell();
    this.changed();
  }

  /** The instance that the step initialises, in the first assembly that has one. */
  get node(): Node | undefined {
    return this.graph.nodes.find((node) => either(node).order === this.now);
  }

  isLater(node: Node, side: Side | null): boolean {
    return this.now > 0 && order(node, side) > this.now;
  }

  isNow(node: Node, side: Side | null): boolean {
    return this.now > 0 && order(node, side) === this.now;
  }

  private tell(): void {
    const name = this.node ? `: ${this.node.name}` : "";
    const text =
      this.now === 0 ? "order of initialisation" : `${this.now} of ${this.graph.steps}${name}`;
    this.text.textContent = text;
  }
}

function order(node: Node, side: Side | null): number {
  return (side ? node[side] : either(node))?.order ?? 0;
}
