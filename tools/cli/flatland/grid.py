# SPDX-License-Identifier: BSD-2-Clause
"""Tables as text: aligned columns under wrapped titles."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

_gap = "  "


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns under wrapped titles; a column of numbers is aligned to the right."""
    wrapped = [_wrap_title(title) for title in titles]
    height = max(len(title) for title in wrapped)
    heads = [[""] * (height - len(title)) + title for title in wrapped]
    right = [all(_is_number(row[index]) for row in rows) for index in range(len(titles))]
    widths = [
        max(*(len(part) for part in heads[index]), *(len(row[index]) for row in rows), 1)
        for index in range(len(titles))
    ]

    def line(cells: Sequence[str]) -> str:
        parts = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return _gap.join(parts).rstrip()

    lines = [line([head[level] for head in heads]) for level in range(height)]
    lines.append(_gap.join("-" * width for width in widths))
    return [*lines, *(line(row) for row in rows)]


def _wrap_title(title: str) -> list[str]:
    """A title in lines of about a dozen characters: columns are narrow, numbers are short."""
    return textwrap.wrap(title, 14, break_long_words=False) or [""]


def _is_number(text: str) -> bool:
    return text == "-" or text.replace(".", "", 1).lstrip("-").isdigit()
