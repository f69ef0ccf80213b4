// SPDX-License-Identifier: BSD-2-Clause
// What the bindings of a running kernel count, asked again and again while the page is served.

import { button, make, one } from "./html.ts";

interface Method {
  method: string;
  calls: number;
  failures: number;
  ticks: number;
}

interface Counted {
  methods: Method[];
  inside: number | null;
}

interface Answer {
  running: boolean;
  bindings: Record<string, Counted> | null; // by `instance.port`; null: no answer came
}

const pauseMs = 500;

/** A table below the drawing; `mark` gets the bindings that were called since its last call. */
export class Live {
  private before: Record<string, Counted> = {};
  private readonly state = make("strong", { id: "live-state", "aria-live": "polite" });
  private readonly rows = make("tbody");

  constructor(private readonly mark: (called: Set<string>) => void) {
    const heads = ["binding", "method", "calls", "since the last look", "failures", "ticks a call"];
    const table = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((each) => make("th", { scope: "col" }, each)))),
      this.rows,
    );
    const reset = button("Count anew", () => void fetch("reset", { method: "POST" }));
    const place = one("#live");
    place.append(make("p", {}, this.state, reset), table);
    place.hidden = false;
    void this.follow();
  }

  private async follow(): Promise<void> {
    for (;;) {
      const answer = await ask();
      this.show(answer);
      if (!answer?.running) return;
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }

  private show(answer: Answer | null): void {
    this.state.textContent = stateText(answer);
    if (!answer?.bindings) return;
    const called = new Set<string>();
    const rows = Object.entries(answer.bindings).flatMap(([end, counted]) => {
      const found = counted.methods.map((method) => this.row(end, method));
      if (found.some((each) => each.dataset["called"] === "yes")) called.add(end);
      return counted.inside === null ? found : [...found, insideRow(end, counted.inside)];
    });
    this.rows.replaceChildren(...rows);
    this.before = answer.bindings;
    this.mark(called);
  }

  private row(end: string, now: Method): HTMLTableRowElement {
    const last = this.before[end]?.methods.find((each) => each.method === now.method)?.calls ?? 0;
    const since = now.calls >= last ? now.calls - last : now.calls;
    const ticks = now.calls ? Math.round(now.ticks / now.calls) : 0;
    const numbers = [now.calls, since, now.failures, ticks];
    return make(
      "tr",
      { "data-end": end, "data-called": since > 0 ? "yes" : "no" },
      make("td", {}, end),
      make("td", {}, now.method),
      ...numbers.map((each) => make("td", { class: "number" }, each.toLocaleString("en"))),
    );
  }
}

function insideRow(end: string, inside: number): HTMLTableRowElement {
  const text = inside === 0 ? "no call is" : inside === 1 ? "1 call is" : `${inside} calls are`;
  const words = `${text} inside servers that were exchanged`;
  return make("tr", { "data-end": end }, make("td", {}, end), make("td", { colspan: "5" }, words));
}

function stateText(answer: Answer | null): string {
  if (answer === null) return "Nobody serves this page any more.";
  if (!answer.running) return "The kernel has ended.";
  return answer.bindings ? "The kernel runs." : "The kernel runs and does not answer.";
}

async function ask(): Promise<Answer | null> {
  try {
    return (await (await fetch("live")).json()) as Answer;
  } catch {
    return null;
  }
}
