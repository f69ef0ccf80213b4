# SPDX-License-Identifier: BSD-2-Clause
"""Footprints that lie within others, for reports (Dannowski 2006, section IV.B.4).

The paper adds the weight of such a footprint to that of the larger one before it searches; the
solver here counts both exactly, so this only tells how alike the footprints are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from flatland.reorder.problem import Footprint, Problem, Range


def inclusions(problem: Problem) -> dict[str, str]:
    """Each footprint that touches a part of what a heavier one touches, and the heaviest such."""
    pieces = _pieces(problem)
    order = sorted(problem.footprints, key=lambda each: (-each.weight, each.name))
    masks = [_mask(each, pieces) for each in order]
    found = {}
    for index, lighter in enumerate(order):
        for other, mask in enumerate(masks[:index]):
            if not masks[index] & ~mask:
                found[lighter.name] = order[other].name
                break
    return found


def _pieces(problem: Problem) -> dict[str, list[tuple[int, int]]]:
    """Of each item the places at which a range begins or ends, with the number of its piece."""
    places: dict[str, set[int]] = defaultdict(set)
    for footprint in problem.footprints:
        for name, (begin, end) in _ranges(footprint):
            places[name] |= {begin, end}
    number = 0
    found: dict[str, list[tuple[int, int]]] = {}
    for name, borders in places.items():
        found[name] = [(border, number + index) for index, border in enumerate(sorted(borders))]
        number += len(borders)
    return found


def _mask(footprint: Footprint, pieces: dict[str, list[tuple[int, int]]]) -> int:
    mask = 0
    for name, (begin, end) in _ranges(footprint):
        for border, number in pieces[name]:
            if begin <= border < end:
                mask |= 1 << number
    return mask


def _ranges(footprint: Footprint) -> Iterator[tuple[str, Range]]:
    for accessed in (footprint.touched, footprint.dirtied):
        for name, ranges in accessed.items():
            yield from ((name, each) for each in ranges)
