// SPDX-License-Identifier: BSD-2-Clause
// What bindings cost in the built image, or why nothing is known.

import type { Assembly, Cost } from "./data.ts";
import { make } from "./html.ts";

/** Instructions that the boundary adds to one call: `4`, `4 to 18`; null: no call was found. */
export function addedText(cost: Cost | undefined): string | null {
  if (!cost?.instructions_added) return null;
  const { min, max } = cost.instructions_added;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** Bytes of the generated code between client and server. */
export function betweenBytes(cost: Cost | undefined): number {
  return (cost?.between ?? []).reduce((sum, each) => sum + each.bytes, 0);
}

/** How to get costs, where none were measured. */
export function howToMeasure(assembly: Assembly): HTMLElement {
  const command = `flat graph ${assembly.model.command_name} --browse --costs`;
  return make(
    "p",
    { class: "quiet" },
    "Not measured: this page was written without a built image. ",
    make("code", {}, command),
    " builds the kernel and measures it.",
  );
}

export function costFacts(assembly: Assembly, end: string): HTMLElement[] {
  if (!assembly.costs) return [howToMeasure(assembly)];
  const cost = assembly.costs.bindings[end];
  if (!cost) return [make("p", { class: "quiet" }, "The image has no figures of this binding.")];
  const calls = [
    ...Object.entries(cost.how).map(([how, count]) => `${count} ${how}`),
    ...(cost.passed_on ? [`${cost.passed_on} passed on`] : []),
  ];
  const reasons = [...cost.not_inlined_because, ...(cost.note ? [cost.note] : [])];
  const between = cost.between.map((each) =>
    make(
      "li",
      {},
      make("code", {}, each.class),
      `: ${each.bytes} bytes, ${each.side}, in domain ${each.domain}`,
    ),
  );
  return [
    make(
      "p",
      {},
      `Variant ${assembly.costs.variant}: ${cost.calls} places call; in the image `,
      `${calls.join(", ") || "never used"}.`,
    ),
    make("p", { class: "cost" }, addedSentence(cost)),
    ...reasons.map((each) => make("p", { class: "quiet" }, `Not inlined: ${each}.`)),
    ...(between.length
      ? [make("p", {}, "Between client and server:"), make("ul", {}, ...between)]
      : []),
  ];
}

/** Of generated code only the way into it is counted, not what it executes. */
function addedSentence(cost: Cost): string {
  const added = addedText(cost);
  if (added === null) return "No call through it was found in the image.";
  if (cost.between.length === 0) return `${added} instructions are added to a call.`;
  return `${added} instructions lead into the code between; what that executes is not counted.`;
}
