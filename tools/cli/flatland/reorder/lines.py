# SPDX-License-Identifier: BSD-2-Clause
"""Which cache lines each recorded sequence touches under a layout, and whose members they are for.

Where objects may begin in several places of a line, lines are the mean over all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flatland.reorder.cost import footprint_lines
from flatland.reorder.problem import Footprint, Offsets, Problem, Range
from flatland.reorder.recorded import Recorded


@dataclass(frozen=True)
class RoleLines:
    """The lines of one object in one sequence."""

    touched: float
    dirtied: float


@dataclass(frozen=True)
class SequenceLines:
    """One sequence: how often it came, and the lines of each object that it meets."""

    entry: str
    times: int
    weight: float
    roles: tuple[RoleLines, ...]

    @property
    def touched(self) -> float:
        """Lines of all its objects."""
        return sum(role.touched for role in self.roles)


def lines_by_member(
    problem: Problem, footprint: Footprint, offsets: Offsets
) -> dict[int, dict[str, bool]]:
    """Each line that a footprint touches, with the items it is for; true: something is written.

    Of an object at the first of its possible places.
    """
    found: dict[int, dict[str, bool]] = {}
    for accessed, is_write in ((footprint.touched, False), (footprint.dirtied, True)):
        for name, ranges in accessed.items():
            for line in _lines(problem, name, ranges, offsets):
                items = found.setdefault(line, {})
                items[name] = items.get(name, False) or is_write
    return found


def _lines(
    problem: Problem, name: str, ranges: tuple[Range, ...], offsets: Offsets
) -> Iterator[int]:
    start = problem.places[0] + offsets[name]
    for begin, end in problem.spans(name, ranges):
        yield from range(
            (start + begin) // problem.line_bytes, (start + end - 1) // problem.line_bytes + 1
        )


def sequence_lines(recorded: Recorded, problem: Problem, offsets: Offsets) -> list[SequenceLines]:
    """Of every sequence, the most frequent first."""
    return [
        SequenceLines(
            sequence["entry"],
            sequence["times"],
            sequence["weight"],
            tuple(_role(problem, each, offsets) for each in footprints),
        )
        for sequence, footprints in recorded.footprints()
    ]


def weighted_lines(lines: list[SequenceLines]) -> float:
    """Lines for each invocation, on average."""
    times = sum(each.times for each in lines)
    return sum(each.times * each.touched for each in lines) / times if times else 0.0


def _role(problem: Problem, footprint: Footprint, offsets: Offsets) -> RoleLines:
    places = len(problem.places)
    touched, dirtied = footprint_lines(problem, footprint, offsets)
    return RoleLines(touched / places, dirtied / places)
