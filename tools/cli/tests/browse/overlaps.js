// SPDX-License-Identifier: BSD-2-Clause
// Boxes that lie on each other, labels on boxes or on each other, and texts wider than their box.
const place = (part) => part.getBoundingClientRect();
const meet = (one, other) =>
  one.left < other.right - 1 && other.left < one.right - 1 &&
  one.top < other.bottom - 1 && other.top < one.bottom - 1;
const parts = (selector) => [...document.querySelector(".pane").querySelectorAll(selector)];
const boxes = parts("g.box").map((part) => ({ name: part.dataset.name, ...corners(place(part)) }));
const labels = parts("g.line > text").map((part) => ({
  name: `label ${part.textContent}`, ...corners(place(part)),
}));

function corners({ left, right, top, bottom }) {
  return { left, right, top, bottom };
}

if (boxes.length === 0) throw new Error("there are no boxes");
const found = [];
const all = [...boxes, ...labels];
all.forEach((one, index) => {
  for (const other of all.slice(index + 1)) {
    if (meet(one, other)) found.push(`${one.name} lies on ${other.name}`);
  }
});
for (const box of parts("g.box")) {
  const frame = place(box.querySelector("polygon[fill=none], polygon"));
  for (const text of box.querySelectorAll("text")) {
    const { left, right } = place(text);
    if (left >= frame.left - 1 && right <= frame.right + 1) continue;
    found.push(`${text.textContent} sticks out`);
  }
}
return found;
