// SPDX-License-Identifier: BSD-2-Clause
// Starts the page: data.js has been read, Graphviz is started, the parts are put together.

import { instance } from "@viz-js/viz";
import { App } from "./app.ts";
import { buildGraph } from "./graph.ts";
import { checkbox, make, one } from "./html.ts";
import { Live } from "./live.ts";
import pictureStyle from "./picture.css";
import { Search } from "./search.ts";
import { save } from "./save.ts";

const letters: Record<string, (app: App) => void> = {
  "+": (app) => app.picture.view.zoomIn(),
  "-": (app) => app.picture.view.zoomOut(),
  "0": (app) => app.picture.view.fit(),
  n: (app) => app.steps.go(app.steps.now + 1),
  p: (app) => app.steps.go(app.steps.now - 1),
  d: () => one("#panel").focus(),
  Escape: (app) => app.selectNothing(),
};

async function start(): Promise<void> {
  document.head.append(make("style", {}, pictureStyle));
  const graph = buildGraph(window.flatland.assemblies);
  const names = graph.assemblies.map((each) => each.model.name);
  document.title = names.join(" and ");
  const panes = names.map((name) =>
    make("div", { class: "pane", tabindex: "0", "aria-label": name }),
  );
  names.forEach((name, index) => {
    const title =
      names.length > 1 ? make("h2", { class: index ? "side-second" : "side-first" }, name) : null;
    one("#panes").append(make("section", {}, title, panes[index]!));
  });
  const app = new App(graph, await instance(), panes);
  const search = new Search(graph, app, one<HTMLInputElement>("#search"), one("#results"));
  setUpTools(
    app,
    names,
    graph.assemblies.some((each) => each.costs),
  );
  setUpKeys(app, search);
  if (window.flatland.live) {
    new Live((called) => app.markCalled(called));
    app.picture.view.fit();
  }
  document.body.dataset["ready"] = "yes";
}

function setUpTools(app: App, names: string[], hasCosts: boolean): void {
  const file = names.join("-").toLowerCase();
  one("#zoom-in").addEventListener("click", app.picture.view.zoomIn);
  one("#zoom-out").addEventListener("click", app.picture.view.zoomOut);
  one("#fit").addEventListener("click", () => app.picture.view.fit());
  one("#save-svg").addEventListener("click", () =>
    save(`${file}.svg`, "image/svg+xml", app.picture.svg(pictureStyle)),
  );
  one("#save-dot").addEventListener("click", () =>
    save(`${file}.dot`, "text/vnd.graphviz", app.picture.dot),
  );
  const differences = checkbox("only differences", false, (isOn) => app.showOnlyDifferences(isOn));
  differences.id = "only-differences";
  differences.hidden = names.length === 1;
  one("#tools").append(differences);
  if (hasCosts) one("#tools").append(checkbox("costs", false, (isOn) => app.showCosts(isOn)));
}

function setUpKeys(app: App, search: Search): void {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (
      isTyping ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      one<HTMLDialogElement>("#source").open
    ) {
      return;
    }
    if (event.key === "/") one("#search").focus();
    else if (letters[event.key]) letters[event.key]!(app);
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!one("#finder").contains(event.target as Node)) search.close();
  });
}

void start();
