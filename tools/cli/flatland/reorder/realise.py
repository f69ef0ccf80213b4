# SPDX-License-Identifier: BSD-2-Clause
"""Turns lines into offsets: members into their lines, cold ones into the holes, then at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flatland.reorder.anneal import LineCost
from flatland.reorder.check import merged_groups
from flatland.reorder.layout import align_up, in_order
from flatland.reorder.problem import Item, Problem
from flatland.reorder.units import Units, bits


def realise(
    problem: Problem, units: Units, lines: list[int], pins: Mapping[str, int]
) -> dict[str, int] | None:
    """Offsets of all items; None if something does not find its place (next to pins only)."""
    space = _Space(problem)
    for item in problem.items:
        pinned = pins.get(item.name, item.pinned)
        if pinned is not None:
            space.put(item, space.base + pinned)
    costs = LineCost(units)
    tail: list[Item] = []
    anchored = [mask for mask in lines if _anchor(units, mask) is not None]
    others = [mask for mask in lines if _anchor(units, mask) is None]
    others.sort(key=lambda mask: (-costs.of_line(mask), _earliest(_items(problem, units, mask))))
    others = _in_order(problem, units, others)
    for mask in anchored + others:
        items = [each for each in _items(problem, units, mask) if each.name not in space.position]
        if any(item.last for item in items):
            tail = items
        elif not space.fill(items, _anchor(units, mask)):
            return None
    if not (_place_cold(problem, space, tail) and _place_tail(problem, space, tail)):
        return None
    return {name: position - space.base for name, position in space.position.items()}


def _in_order(problem: Problem, units: Units, lines: list[int]) -> list[int]:
    """Lines with what others need before these, as far as lines can be."""
    line_of = {item.name: line for line in lines for item in _items(problem, units, line)}
    names = in_order(
        (item.name for line in lines for item in _items(problem, units, line)), problem
    )
    return list(dict.fromkeys(line_of[name] for name in names))


def _anchor(units: Units, mask: int) -> int | None:
    return next((line for bit in bits(mask) if (line := units.units[bit].line) is not None), None)


def _items(problem: Problem, units: Units, mask: int) -> list[Item]:
    names = {name for bit in bits(mask) for name in units.units[bit].names}
    items = sorted((problem.by_name[name] for name in names), key=in_line_order)
    return [problem.by_name[name] for name in in_order((item.name for item in items), problem)]


def in_line_order(item: Item) -> tuple[bool, int, float, str]:
    """By need of alignment, then by first access: the critical word comes first."""
    rank = float("inf") if item.first_access is None else item.first_access
    return (item.last, -item.align, rank, item.name)


def _earliest(items: list[Item]) -> float:
    return min(in_line_order(item)[2] for item in items)


def _place_cold(problem: Problem, space: _Space, tail: list[Item]) -> bool:
    waiting = {item.name for item in tail}
    group_of = {name: group for group in merged_groups(problem) for name in group}
    cold = [
        item
        for item in problem.items
        if item.name not in waiting and item.name not in space.position
    ]
    cold.sort(key=lambda item: (item.last, -item.align, -item.size))
    for name in in_order((item.name for item in cold), problem):
        item = problem.by_name[name]
        if item.name in space.position:
            continue
        if item.last:
            end = align_up(max(space.end, space.base), item.align)
            space.put(item, end)
            continue
        names = group_of.get(item.name, (item.name,))
        items = [problem.by_name[name] for name in names if name not in space.position]
        placed = [space.position[name] for name in names if name in space.position]
        line = placed[0] // problem.line_bytes if placed else None
        if not space.find(items, line, one_line=len(names) > 1):
            return False
    return True


def _place_tail(problem: Problem, space: _Space, tail: list[Item]) -> bool:
    """The line of the last item comes after everything, and the last item at its end."""
    if not tail:
        return True
    return space.fill(tail, -(-max(space.end, space.base) // problem.line_bytes))


class _Space:
    """What bytes of the object are taken. Positions count from the begin of the base's line."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.base = problem.places[0]
        self.position: dict[str, int] = {}
        self.enemies: dict[str, set[str]] = {item.name: set() for item in problem.items}
        for rule in problem.apart:
            for left in rule.left:
                for right in rule.right:
                    self.enemies[left].add(right)
                    self.enemies[right].add(left)

    @property
    def end(self) -> int:
        """The first byte after everything."""
        by_name = self.problem.by_name
        return max((at + by_name[name].size for name, at in self.position.items()), default=0)

    def put(self, item: Item, position: int) -> None:
        """Places an item."""
        self.position[item.name] = position

    def fill(self, items: list[Item], line: int | None) -> bool:
        """Places items in one line, a fresh one if none is given."""
        line_bytes = self.problem.line_bytes
        if line is None:
            line = -(-self.base // line_bytes)
            while any(
                begin < (line + 1) * line_bytes and end > line * line_bytes
                for begin, end in self._taken()
            ):
                line += 1
        return self._fit(items, line)

    def find(self, items: list[Item], line: int | None, *, one_line: bool) -> bool:
        """Places items in the first hole; with `one_line` all in the same line."""
        if one_line:
            last = self.end // self.problem.line_bytes + 2
            choices = range(self.base // self.problem.line_bytes, last) if line is None else [line]
            return any(self._fit(items, choice) for choice in choices)
        for item in items:
            place = next(place for place in self._places(item) if self._allowed(item, place))
            self.put(item, place)
        return True

    def _fit(self, items: list[Item], line: int) -> bool:
        """Depth first over the places of the items in turn; the first place is nearly always it."""
        if not items:
            return True
        item, rest = items[0], items[1:]
        end = (line + 1) * self.problem.line_bytes
        for place in self._places(item, line * self.problem.line_bytes):
            if place + item.size > end:
                return False
            if self._allowed(item, place):
                self.put(item, place)
                if self._fit(rest, line):
                    return True
                del self.position[item.name]
        return False

    def _taken(self) -> list[tuple[int, int]]:
        by_name = self.problem.by_name
        spans = [(at, at + by_name[name].size) for name, at in self.position.items()]
        return sorted(span for span in spans if span[0] < span[1])

    def _places(self, item: Item, begin: int = 0) -> Iterator[int]:
        """The first aligned place of every hole and of every line in it; without an end."""
        line_bytes = self.problem.line_bytes
        cursor = max(begin, self.base)
        for start, stop in [*self._taken(), (1 << 60, 1 << 60)]:
            place = align_up(cursor, item.align)
            while place + item.size <= start:
                yield place
                place = (place // line_bytes + 1) * line_bytes
            cursor = max(cursor, stop)

    def _allowed(self, item: Item, place: int) -> bool:
        line_bytes = self.problem.line_bytes
        for before, after in self.problem.before:
            if after == item.name and self.position.get(before, 0) > place:
                return False
        first, last = place // line_bytes, (place + max(item.size, 1) - 1) // line_bytes
        for name in self.enemies[item.name]:
            at = self.position.get(name)
            if at is None:
                continue
            size = self.problem.by_name[name].size
            if at // line_bytes <= last and first <= (at + max(size, 1) - 1) // line_bytes:
                return False
        return True
