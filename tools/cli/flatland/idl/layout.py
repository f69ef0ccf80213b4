# SPDX-License-Identifier: BSD-2-Clause
"""How generated C++ is laid out: comments, indentation, long lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_columns = 100
_indent = "    "
_room = _columns - 2 * len(_indent)  # what we generate is two levels deep at most


def doc(lines: Sequence[str]) -> list[str]:
    """A doc comment. A backslash at the end of a line would continue the comment in C++."""
    safe = (f"{line} ." if line.endswith(("\\", "??/")) else line for line in lines)
    return [f"/// {line}".rstrip() for line in safe]


def indented(lines: Iterable[str]) -> list[str]:
    """The lines one level deeper."""
    return [_indent + line if line else line for line in lines]


def separated(blocks: Iterable[Sequence[str]]) -> list[str]:
    """Blocks with an empty line between them."""
    return [line for block in blocks for line in ("", *block)][1:]


def fitted(head: str, tail: str) -> list[str]:
    """One line, or two where it is long."""
    line = f"{head} {tail}"
    return [line] if len(line) <= _room else [head, _indent + tail]


def wrapped(head: str, parts: Sequence[str], tail: str) -> list[str]:
    """A line with a list, broken after commas and aligned to its first part where it is long."""
    lines = [head]
    for place, part in enumerate(parts):
        piece = part + (tail if place == len(parts) - 1 else ",")
        fresh = place == 0
        if not fresh and len(lines[-1]) + 1 + len(piece) > _room:
            lines.append(" " * len(head))
            fresh = True
        lines[-1] += piece if fresh else " " + piece
    return lines if parts else [head + tail]
