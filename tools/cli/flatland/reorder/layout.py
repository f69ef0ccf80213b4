# SPDX-License-Identifier: BSD-2-Clause
"""What a layout is made of: placing items one after the other, and which rules a layout breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flatland.reorder.problem import Item, Offsets, Problem


@dataclass(frozen=True)
class Placement:
    """An item in its place; `padding` bytes before it are a hole that alignment does not make."""

    name: str
    offset: int
    padding: int


def align_up(offset: int, align: int) -> int:
    """The least multiple of `align` that is not below `offset`."""
    return -(-offset // align) * align


def sequential(problem: Problem, order: Iterable[str]) -> dict[str, int]:
    """Offsets of the items in this order without needless holes; pinned ones are stepped over."""
    pinned = sorted(
        (item.pinned, item.pinned + item.size) for item in problem.items if item.pinned is not None
    )
    offsets: dict[str, int] = {}
    cursor = 0
    for name in order:
        item = problem.by_name[name]
        if item.pinned is not None:
            offsets[name] = item.pinned
            continue
        cursor = step_over(item, cursor, pinned)
        offsets[name] = cursor
        cursor += item.size
    return offsets


def step_over(item: Item, cursor: int, taken: list[tuple[int, int]]) -> int:
    """The first place for an item from `cursor` on that meets none of the sorted `taken` spans."""
    place = align_up(cursor, item.align)
    for begin, end in taken:
        if place < end and begin < place + max(item.size, 1) and begin < end:
            place = align_up(end, item.align)
    return place


def by_offset(problem: Problem, offsets: Offsets) -> list[Item]:
    """The items as they lie; one without bytes comes before what begins at its place."""
    rank = {item.name: position for position, item in enumerate(problem.items)}
    return sorted(
        problem.items,
        key=lambda item: (offsets[item.name], item.size > 0, item.last, rank[item.name]),
    )


def placements(problem: Problem, offsets: Offsets) -> tuple[Placement, ...]:
    """The order with offsets, and the padding that a declaration needs to keep them."""
    result = []
    cursor = 0
    for item in by_offset(problem, offsets):
        offset = offsets[item.name]
        natural = align_up(cursor, item.align)
        result.append(Placement(item.name, offset, offset - cursor if offset > natural else 0))
        cursor = offset + item.size
    return tuple(result)


def extent(problem: Problem, offsets: Offsets) -> int:
    """The bytes from the object's begin to the end of its last item."""
    return max((offsets[item.name] + item.size for item in problem.items), default=0)


def violations(problem: Problem, offsets: Offsets) -> list[str]:
    """Which rules of the problem a layout breaks, as sentences; none if it may be used."""
    return [
        *_misplaced(problem, offsets),
        *_overlapping(problem, offsets),
        *_separated(problem, offsets),
        *_sharing(problem, offsets),
        *_not_last(problem, offsets),
        *_disordered(problem, offsets),
    ]


def lines_of(problem: Problem, item: Item, offset: int, base: int) -> range:
    """The lines that an item at an offset lies in."""
    begin = base + offset
    end = begin + item.size
    return range(begin // problem.line_bytes, -(-end // problem.line_bytes))


def _misplaced(problem: Problem, offsets: Offsets) -> Iterator[str]:
    for item in problem.items:
        offset = offsets[item.name]
        if offset < 0 or offset % item.align:
            yield f"`{item.name}` at {offset} is not aligned to {item.align}"
        if item.pinned is not None and offset != item.pinned:
            yield f"`{item.name}` is pinned at {item.pinned}, not {offset}"


def _overlapping(problem: Problem, offsets: Offsets) -> Iterator[str]:
    before: Item | None = None
    for item in by_offset(problem, offsets):
        if not item.size:
            continue
        if before and offsets[before.name] + before.size > offsets[item.name]:
            yield f"`{before.name}` and `{item.name}` overlap"
        before = item


def _separated(problem: Problem, offsets: Offsets) -> Iterator[str]:
    for group in problem.together:
        for base in problem.places:
            touched = {
                line
                for name in group
                for line in lines_of(problem, problem.by_name[name], offsets[name], base)
            }
            if len(touched) > 1:
                yield f"the group of {', '.join(f'`{name}`' for name in group)} spans lines"
                break


def _sharing(problem: Problem, offsets: Offsets) -> Iterator[str]:
    def lines(names: tuple[str, ...], base: int) -> dict[int, str]:
        return {
            line: name
            for name in names
            for line in lines_of(problem, problem.by_name[name], offsets[name], base)
        }

    for rule in problem.apart:
        for base in problem.places:
            left, right = lines(rule.left, base), lines(rule.right, base)
            shared = min(left.keys() & right.keys(), default=None)
            if shared is not None:
                yield f"`{left[shared]}` and `{right[shared]}` share a line"
                break


def _not_last(problem: Problem, offsets: Offsets) -> Iterator[str]:
    for item in problem.items:
        if not item.last:
            continue
        for other in problem.items:
            if other is not item and offsets[other.name] + other.size > offsets[item.name]:
                yield f"`{other.name}` lies after `{item.name}`, which must be last"
                break


def _disordered(problem: Problem, offsets: Offsets) -> Iterator[str]:
    for first, second in problem.before:
        if offsets[first] > offsets[second]:
            yield f"`{second}` lies before `{first}`, which it needs"


def in_order(names: Iterable[str], problem: Problem) -> list[str]:
    """The names with what others need moved before these, and no other change."""
    result: list[str] = []
    waiting = list(dict.fromkeys(names))

    def take(name: str) -> None:
        if name not in waiting:
            return
        waiting.remove(name)
        for first, second in problem.before:
            if second == name:
                take(first)
        result.append(name)

    while waiting:
        take(waiting[0])
    return result
