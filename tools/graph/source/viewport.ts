// SPDX-License-Identifier: BSD-2-Clause
// Moves and scales drawings: each lies in an element that scrolls, all of them alike.

const smallest = 0.05;
const largest = 4;
const readable = 0.5; // a drawing is not fitted to less: one scrolls
const step = 1.25;
const still = 4; // a mouse that moves no further, in pixels, clicks

export class Viewport {
  private scale = 1;
  private width = 1; // of the drawing at scale 1, in pixels
  private height = 1;

  constructor(private readonly panes: HTMLElement[]) {
    for (const pane of panes) {
      pane.addEventListener("scroll", () => this.follow(pane));
      pane.addEventListener("wheel", (event) => this.wheel(pane, event), { passive: false });
      this.letDrag(pane);
    }
  }

  /** Takes over new drawings, one in each pane. */
  show(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.fit(readable);
  }

  /** Scales the whole drawing into its pane, but not below `least`. */
  fit(least: number = smallest): void {
    const pane = this.panes[0]!;
    const across = (pane.clientWidth - 8) / this.width;
    const down = (pane.clientHeight - 8) / this.height;
    this.setScale(Math.max(least, Math.min(1, across, down)));
    for (const each of this.panes) each.scrollTo(0, 0);
  }

  zoom(times: number): void {
    const pane = this.panes[0]!;
    this.zoomAt(pane, pane.clientWidth / 2, pane.clientHeight / 2, times);
  }

  zoomIn = (): void => this.zoom(step);
  zoomOut = (): void => this.zoom(1 / step);

  /** Makes texts readable if they are too small. */
  enlarge(): void {
    if (this.scale < readable) this.setScale(readable);
  }

  /** Brings an element of a drawing into view, if it is not. */
  reveal(element: Element): void {
    const pane = this.panes.find((each) => each.contains(element));
    if (!pane) return;
    const inner = element.getBoundingClientRect();
    const outer = pane.getBoundingClientRect();
    const isInside =
      inner.left >= outer.left &&
      inner.right <= outer.right &&
      inner.top >= outer.top &&
      inner.bottom <= outer.bottom;
    if (isInside) return;
    const right = (inner.left + inner.right - outer.left - outer.right) / 2;
    const down = (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    pane.scrollBy(right, down);
  }

  private setScale(scale: number): void {
    this.scale = Math.max(smallest, Math.min(largest, scale));
    for (const pane of this.panes) {
      const drawing = pane.querySelector("svg");
      drawing?.setAttribute("width", `${this.width * this.scale}`);
      drawing?.setAttribute("height", `${this.height * this.scale}`);
    }
  }

  private zoomAt(pane: HTMLElement, x: number, y: number, times: number): void {
    const before = this.scale;
    const [left, top] = [pane.scrollLeft + x, pane.scrollTop + y];
    this.setScale(before * times);
    const grown = this.scale / before;
    pane.scrollTo(left * grown - x, top * grown - y);
  }

  private wheel(pane: HTMLElement, event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const place = pane.getBoundingClientRect();
    const times = event.deltaY < 0 ? step : 1 / step;
    this.zoomAt(pane, event.clientX - place.left, event.clientY - place.top, times);
  }

  private follow(leader: HTMLElement): void {
    for (const pane of this.panes) {
      if (pane !== leader) pane.scrollTo(leader.scrollLeft, leader.scrollTop);
    }
  }

  /** Moves a drawing with the mouse; what it was held by is not clicked then. */
  private letDrag(pane: HTMLElement): void {
    let moved = 0; // in pixels, since the button was pressed
    pane.addEventListener("pointerdown", () => (moved = 0));
    pane.addEventListener("pointermove", (event) => {
      if (event.buttons !== 1 || event.pointerType !== "mouse") return;
      moved += Math.abs(event.movementX) + Math.abs(event.movementY);
      pane.scrollBy(-event.movementX, -event.movementY);
    });
    const stop = (event: Event) => moved > still && event.stopPropagation();
    pane.addEventListener("click", stop, { capture: true });
  }
}
