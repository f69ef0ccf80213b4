# SPDX-License-Identifier: BSD-2-Clause
"""The picture of one sequence in two layouts, as SVG: Dannowski 2006, Figure 4.

Time in accesses runs from left to right, the object from top to bottom; lines mark where cache
lines begin. A read is a ring, a write is filled, the colour is the role of the object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from flatland.errors import failure
from flatland.reorder.decision import Decision
from flatland.reorder.problem import Offsets
from flatland.reorder.recorded import Recorded

_row_height, _column_width, _label_width, _margin, _gap = 15, 14, 190, 24, 40
_colours = ("#1b6ca8", "#d1495b", "#2e8b57", "#8e5ea2", "#c98a1b", "#555555")


class Panel:
    """One layout: a row for each place that the sequence accesses, and the lines they lie in."""

    def __init__(
        self,
        recorded: Recorded,
        sequence: Mapping[str, Any],
        offsets: Offsets,
        line_bytes: int,
    ) -> None:
        self.accesses: list[tuple[int, int, int, bool]] = []  # column, offset, role, is a write
        self.labels: dict[int, str] = {}  # of each row, by offset
        for column, access in enumerate(sequence["accesses"]):
            for name, (begin, _) in recorded.touched(access):
                offset = offsets[name] + begin
                self.labels[offset] = f"{name}[{begin}]" if begin else name
                is_write = access["mode"] == "write"
                self.accesses.append((column, offset, access["object"], is_write))
        self.rows = {offset: row for row, offset in enumerate(sorted(self.labels))}
        self.columns = len(sequence["accesses"])
        self.line_bytes = line_bytes

    @property
    def width(self) -> int:
        """In SVG units."""
        return _label_width + self.columns * _column_width

    @property
    def height(self) -> int:
        """In SVG units."""
        return len(self.rows) * _row_height

    def elements(self, left: int, top: int) -> Iterator[str]:
        """The SVG elements, with the panel's corner at a place."""
        start = left + _label_width
        line = None
        for offset, row in self.rows.items():
            y = top + row * _row_height
            if offset // self.line_bytes != line:
                line = offset // self.line_bytes
                yield self._border(left, y)
                yield f'<text x="{left}" y="{y + 11}" class="line">{line}</text>'
            label = f"{escape(self.labels[offset])} +{offset}"
            yield f'<text x="{start - 6}" y="{y + 11}" class="member">{label}</text>'
        yield self._border(left, top + self.height)
        for column, offset, role, is_write in self.accesses:
            x = start + column * _column_width + _column_width // 2
            y = top + self.rows[offset] * _row_height + _row_height // 2
            yield self._access(x, y, offset, role, is_write)

    def _border(self, left: int, y: int) -> str:
        return f'<line x1="{left}" x2="{left + self.width}" y1="{y}" y2="{y}" class="border"/>'

    def _access(self, x: int, y: int, offset: int, role: int, is_write: bool) -> str:
        colour = _colours[role % len(_colours)]
        fill = colour if is_write else "none"
        what = f"{'write' if is_write else 'read'} of {self.labels[offset]}, object {role}"
        return (
            f'<circle cx="{x}" cy="{y}" r="4.5" fill="{fill}" stroke="{colour}"'
            f' stroke-width="1.6"><title>{escape(what)}</title></circle>'
        )


_style = """
text { font: 11px sans-serif; fill: #222 }
.title { font-weight: bold; font-size: 13px }
.member { text-anchor: end }
.line { fill: #888 }
.border { stroke: #999; stroke-width: 1 }
"""


def draw(title: str, panels: list[tuple[str, Panel]]) -> str:
    """The whole picture; panels with their names stand side by side."""
    width = 2 * _margin + sum(panel.width for _, panel in panels) + _gap * (len(panels) - 1)
    height = 110 + max(panel.height for _, panel in panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title><style>{_style}</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{_margin}" y="24" class="title">{escape(title)}</text>',
    ]
    left = _margin
    for name, panel in panels:
        parts.append(f'<text x="{left}" y="48" class="title">{escape(name)}</text>')
        parts += panel.elements(left, 58)
        left += panel.width + _gap
    parts += _legend(height - 26, max(panel_roles(panel) for _, panel in panels))
    return "\n".join([*parts, "</svg>", ""])


def panel_roles(panel: Panel) -> int:
    """How many objects the sequence meets."""
    return 1 + max((role for _, _, role, _ in panel.accesses), default=0)


def _legend(y: int, roles: int) -> Iterator[str]:
    x = _margin
    for role in range(roles):
        colour = _colours[role % len(_colours)]
        yield f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>'
        yield f'<text x="{x + 15}" y="{y}">object {role}</text>'
        x += 80
    yield f'<circle cx="{x + 5}" cy="{y - 4}" r="4" fill="none" stroke="#222"/>'
    yield f'<text x="{x + 15}" y="{y}">read</text>'
    yield f'<circle cx="{x + 60}" cy="{y - 4}" r="4.5" fill="#222"/>'
    yield f'<text x="{x + 70}" y="{y}">write; numbers at the left are cache lines</text>'


def draw_decision(decision: Decision, index: int) -> str:
    """One sequence of a class in the recorded layout and in the decided one."""
    recorded, line_bytes = decision.recorded, decision.problem.line_bytes
    sequences = [sequence for sequence, _ in recorded.footprints()]
    if not 0 <= index < len(sequences):
        raise failure(
            "F1126",
            f"`{recorded.name}` has no sequence {index}",
            help=f"there are {len(sequences)}, 0 is the most frequent",
        )
    sequence = sequences[index]
    title = f"{recorded.name}: {sequence['entry']}, {sequence['times']} times"
    before = Panel(recorded, sequence, recorded.declared, line_bytes)
    after = Panel(recorded, sequence, decision.solution.offsets, line_bytes)
    return draw(title, [("as recorded", before), ("laid out", after)])
