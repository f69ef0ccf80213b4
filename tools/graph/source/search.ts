// SPDX-License-Identifier: BSD-2-Clause
// Finds instances and bindings by any part of their names, components, ports and interfaces.

import type { Actions } from "./actions.ts";
import { chainText, either, type Graph } from "./graph.ts";
import { button, make } from "./html.ts";
import { edgeName } from "./picture.ts";

interface Entry {
  text: string; // in small letters
  title: string;
  hint: string;
  select: () => void;
}

const most = 40;

export class Search {
  private readonly entries: Entry[];

  constructor(
    graph: Graph,
    actions: Actions,
    private readonly input: HTMLInputElement,
    private readonly results: HTMLElement,
  ) {
    this.entries = [...nodeEntries(graph, actions), ...edgeEntries(graph, actions)];
    input.addEventListener("input", () => this.show());
    input.addEventListener("focus", () => this.show());
    input.addEventListener("keydown", (event) => this.onInputKey(event));
    results.addEventListener("keydown", (event) => this.onResultKey(event));
  }

  close(): void {
    this.results.replaceChildren();
    this.input.setAttribute("aria-expanded", "false");
  }

  private show(): void {
    const words = this.input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((each) => each);
    const found = words.length === 0 ? [] : this.find(words);
    const buttons = found.slice(0, most).map((entry) => {
      const made = button(entry.title, () => this.choose(entry));
      made.append(make("small", {}, entry.hint));
      return made;
    });
    const rest = found.length - buttons.length;
    const none = words.length > 0 && found.length === 0;
    this.results.replaceChildren(
      ...buttons,
      ...(rest > 0 ? [make("p", {}, `and ${rest} more`)] : []),
      ...(none ? [make("p", {}, "nothing is called so")] : []),
    );
    this.input.setAttribute("aria-expanded", `${buttons.length > 0}`);
  }

  /** What has all words, first where the name itself begins with the first of them. */
  private find(words: string[]): Entry[] {
    const found = this.entries.filter((entry) => words.every((word) => entry.text.includes(word)));
    const isNamed = (entry: Entry) => entry.title.toLowerCase().startsWith(words[0]!);
    return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
  }

  private choose(entry: Entry): void {
    this.close();
    entry.select();
  }

  private onInputKey(event: KeyboardEvent): void {
    const first = this.results.querySelector("button");
    if (event.key === "Enter") first?.click();
    else if (event.key === "ArrowDown") first?.focus();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  private onResultKey(event: KeyboardEvent): void {
    const here = document.activeElement;
    const previous = here?.previousElementSibling ?? this.input;
    if (event.key === "ArrowDown") focus(here?.nextElementSibling);
    else if (event.key === "ArrowUp") focus(previous);
    else if (event.key === "Escape") {
      this.input.focus();
      this.close();
    } else return;
    event.preventDefault();
  }
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}

function nodeEntries(graph: Graph, actions: Actions): Entry[] {
  return graph.nodes.map((node) => {
    const { component, declared } = either(node);
    const ports = declared.ports.flatMap((port) => [port.name, port.interface]);
    return {
      text: [node.name, component, node.domain, ...ports].join(" ").toLowerCase(),
      title: node.name,
      hint: `${component} in ${node.domain}`,
      select: () => actions.selectNode(node),
    };
  });
}

function edgeEntries(graph: Graph, actions: Actions): Entry[] {
  return graph.edges.map((edge) => {
    const binding = either(edge);
    const hint = `${binding.rule}, ${chainText(binding)}`;
    return {
      text: `${edgeName(edge)} ${binding.interface} ${hint}`.toLowerCase(),
      title: edgeName(edge),
      hint,
      select: () => actions.selectEdge(edge),
    };
  });
}
