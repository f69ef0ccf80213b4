# SPDX-License-Identifier: BSD-2-Clause
"""What a layout costs, by simulation on bytes; nothing here is shared with the solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flatland.reorder.problem import Footprint, Offsets, Problem, Range


def cost(problem: Problem, offsets: Offsets) -> int:
    """The exact cost in units of `problem.cost_unit`, summed over all bases."""
    total = 0
    for footprint in problem.footprints:
        touched, dirtied = footprint_lines(problem, footprint, offsets)
        lines = problem.touch_units * touched + problem.dirty_units * dirtied
        total += footprint.weight * lines
    return total


def footprint_lines(problem: Problem, footprint: Footprint, offsets: Offsets) -> tuple[int, int]:
    """The lines that a footprint touches and dirties, each summed over all bases."""
    dirtied = _bytes(problem, footprint.dirtied, offsets)
    touched = _bytes(problem, footprint.touched, offsets) | dirtied
    return _lines(problem, touched), _lines(problem, dirtied)


def _bytes(
    problem: Problem, accessed: Mapping[str, tuple[Range, ...]], offsets: Offsets
) -> set[int]:
    return {
        offsets[name] + byte
        for name, ranges in accessed.items()
        for begin, end in problem.spans(name, ranges)
        for byte in range(begin, end)
    }


def _lines(problem: Problem, touched: Iterable[int]) -> int:
    positions = tuple(touched)
    return sum(
        len({(base + byte) // problem.line_bytes for byte in positions}) for base in problem.places
    )
