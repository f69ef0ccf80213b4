# SPDX-License-Identifier: BSD-2-Clause
"""Footprints as weighted sets of byte ranges, equal ones merged; a bound from their bytes alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from flatland.reorder.problem import Footprint, Offsets, Problem, Range

Access = tuple[tuple[str, tuple[Range, ...]], ...]
"""The items of a set, sorted by name, each with its ranges that count."""


def accesses(problem: Problem) -> list[tuple[Access, int]]:
    """All sets with their weights: what is touched, and what is dirtied if that costs."""
    sets: dict[Access, int] = defaultdict(int)
    for footprint in problem.footprints:
        union = _union(footprint)
        sets[_access(problem, union)] += footprint.weight * problem.touch_units
        sets[_access(problem, footprint.dirtied)] += footprint.weight * problem.dirty_units
    return sorted((access, weight) for access, weight in sets.items() if access and weight)


def _union(footprint: Footprint) -> Mapping[str, tuple[Range, ...]]:
    names = footprint.touched.keys() | footprint.dirtied.keys()
    return {
        name: footprint.touched.get(name, ()) + footprint.dirtied.get(name, ()) for name in names
    }


def _access(problem: Problem, ranges: Mapping[str, tuple[Range, ...]]) -> Access:
    merged = ((name, _joined(problem.spans(name, spans))) for name, spans in ranges.items())
    return tuple(sorted((name, spans) for name, spans in merged if spans))


def _joined(spans: tuple[Range, ...]) -> tuple[Range, ...]:
    result: list[Range] = []
    for begin, end in sorted(spans):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return tuple(result)


def bytes_bound(problem: Problem, sets: list[tuple[Access, int]]) -> int:
    """What the sets cost if each were packed for itself, without holes.

    Two neighbouring bytes lie in different lines at most at every base; bytes in different
    granules (the steps between bases) at one base at least.
    """
    granule = problem.line_bytes // len(problem.places)
    total = 0
    for access, weight in sets:
        size = sum(end - begin for _, spans in access for begin, end in spans)
        total += weight * (len(problem.places) + -(-size // granule) - 1)
    return total


def spans_cost(problem: Problem, sets: list[tuple[Access, int]], offsets: Offsets) -> int:
    """The cost of a layout by ranges, quicker than by bytes; what searches count with."""
    total = 0
    for access, weight in sets:
        spans = sorted(
            (offsets[name] + begin, offsets[name] + end)
            for name, ranges in access
            for begin, end in ranges
        )
        total += weight * sum(_lines(spans, base, problem.line_bytes) for base in problem.places)
    return total


def _lines(spans: list[Range], base: int, line_bytes: int) -> int:
    count, last = 0, -1
    for begin, end in spans:
        first = max((base + begin) // line_bytes, last + 1)
        final = (base + end - 1) // line_bytes
        if final >= first:
            count += final - first + 1
            last = final
    return count
