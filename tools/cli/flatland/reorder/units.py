# SPDX-License-Identifier: BSD-2-Clause
"""A layout as bins of one line each: units to put into bins, and weighted sets of units (terms).

A line costs the weight of every term of which it holds a unit. Units are members, groups that share
a line, and anchors: what pins fix of one line. Members that touch nothing are no units.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from flatland.reorder.check import merged_groups
from flatland.reorder.problem import Item, Problem, Range


@dataclass(frozen=True)
class Piece:
    """Bytes of an item that share one unit: `begin` and `end` are relative to the item."""

    item: Item
    begin: int
    end: int


@dataclass
class Unit:
    """What lies in one line as a whole. `line` is set for an anchor, with its free bytes.

    `needs[k]` are the bytes of parts that are aligned to at least 2**k; `free[k]` are the bytes
    in maximal free blocks that are aligned to, and as large as, at least 2**k.
    """

    pieces: list[Piece]
    size: int
    needs: list[int]
    line: int | None = None
    free: list[int] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The items that the unit is made of."""
        return [piece.item.name for piece in self.pieces]


@dataclass
class Units:
    """The bin problem. Bit i of a mask stands for unit i; `terms` have at least two units."""

    capacity: int
    units: list[Unit]
    terms: list[tuple[int, int]]
    conflicts: list[int]
    constant: int

    def cost(self, bins: Iterable[int]) -> int:
        """The cost of a partition into bins, given as masks."""
        lines = list(bins)
        return self.constant + sum(
            weight for mask, weight in self.terms for line in lines if line & mask
        )

    def fits(self, mask: int) -> bool:
        """Whether the units may share a line; next to an anchor a necessary condition only."""
        members = [self.units[bit] for bit in bits(mask)]
        if any(self.conflicts[bit] & mask for bit in bits(mask)):
            return False
        anchor = next((unit for unit in members if unit.line is not None), None)
        others = [unit for unit in members if unit.line is None]
        if anchor is None:
            return sum(unit.size for unit in others) <= self.capacity
        return all(
            sum(unit.needs[level] for unit in others) <= free
            for level, free in enumerate(anchor.free)
        )


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def free_blocks(taken: Iterable[Range], capacity: int) -> list[int]:
    """Free bytes per level: those in aligned free blocks of at least 2**level bytes."""
    spans = list(taken)
    levels = []
    for level in range(capacity.bit_length()):
        block = 1 << level
        free = sum(
            block
            for begin in range(0, capacity, block)
            if all(end <= begin or begin + block <= start for start, end in spans)
        )
        levels.append(free)
    return levels


def build(problem: Problem, pins: Mapping[str, int], *, pieces: bool = False) -> Units:
    """The bin problem of an object whose base is known.

    `pins` fixes further items, as offsets. With `pieces`, items that could straddle a line fall
    into parts as large as their alignment, which any layout keeps whole: a relaxation.
    """
    return _Builder(problem, pins, pieces).build()


class _Builder:
    def __init__(self, problem: Problem, pins: Mapping[str, int], pieces: bool) -> None:
        self.problem = problem
        self.line_bytes = problem.line_bytes
        self.pins = {
            item.name: item.pinned for item in problem.items if item.pinned is not None
        } | dict(pins)
        self.pieces = pieces
        self.group_of = {
            name: group for group in merged_groups(problem) for name in group if len(group) > 1
        }

    def build(self) -> Units:
        """All units, then only those that matter."""
        units = [*self._anchors(), *self._free_units()]
        result = Units(self.line_bytes, units, [], self._conflicts(units), 0)
        sets: dict[int, int] = defaultdict(int)
        for footprint in self.problem.footprints:
            dirtied = self._touched(units, footprint.dirtied)
            sets[self._touched(units, footprint.touched) | dirtied] += (
                footprint.weight * self.problem.touch_units
            )
            sets[dirtied] += footprint.weight * self.problem.dirty_units
        return _reduced(result, sets)

    def _anchors(self) -> Iterator[Unit]:
        base = self.problem.places[0]
        parts: dict[int, list[Piece]] = defaultdict(list)
        taken: dict[int, list[Range]] = defaultdict(list)
        if base:
            taken[0].append((0, base))
        for name, offset in self.pins.items():
            item = self.problem.by_name[name]
            for line, piece in self._cut(item, base + offset):
                parts[line].append(piece)
                begin = base + offset + piece.begin - line * self.line_bytes
                taken[line].append((begin, begin + piece.end - piece.begin))
        for line in sorted(taken):
            companions = {
                name
                for piece in parts[line]
                for name in self.group_of.get(piece.item.name, ())
                if name not in self.pins
            }
            anchor = Unit(parts[line], 0, [], line, free_blocks(taken[line], self.line_bytes))
            for name in sorted(companions):
                item = self.problem.by_name[name]
                anchor.pieces.append(Piece(item, 0, item.size))
                anchor.free = [
                    free - need for free, need in zip(anchor.free, self._needs([item]), strict=True)
                ]
            yield anchor

    def _cut(self, item: Item, position: int) -> Iterator[tuple[int, Piece]]:
        place = 0
        while place < item.size:
            line = (position + place) // self.line_bytes
            end = min(item.size, (line + 1) * self.line_bytes - position)
            yield line, Piece(item, place, end)
            place = end

    def _free_units(self) -> Iterator[Unit]:
        done: set[str] = set()
        for item in self.problem.items:
            group = self.group_of.get(item.name, (item.name,))
            if item.name in done or not done.isdisjoint(group):
                continue
            if any(name in self.pins for name in group):
                continue
            done.update(group)
            items = [self.problem.by_name[name] for name in group]
            if self.pieces and len(group) == 1 and item.size > item.align:
                for begin in range(0, item.size, item.align):
                    piece = Piece(item, begin, begin + item.align)
                    yield Unit([piece], item.align, self._needs([item], item.align))
            elif sum(each.size for each in items) <= self.line_bytes:
                size = sum(each.size for each in items)
                parts = [Piece(each, 0, each.size) for each in items]
                yield Unit(parts, size, self._needs(items))

    def _needs(self, items: list[Item], size: int | None = None) -> list[int]:
        return [
            sum(item.size if size is None else size for item in items if item.align >= 1 << level)
            for level in range(self.line_bytes.bit_length())
        ]

    def _touched(self, units: list[Unit], accessed: Mapping[str, tuple[Range, ...]]) -> int:
        spans = {name: self.problem.spans(name, ranges) for name, ranges in accessed.items()}
        mask = 0
        for bit, unit in enumerate(units):
            if any(
                begin < piece.end and piece.begin < end
                for piece in unit.pieces
                for begin, end in spans.get(piece.item.name, ())
            ):
                mask |= 1 << bit
        return mask

    def _conflicts(self, units: list[Unit]) -> list[int]:
        having: dict[str, int] = defaultdict(int)
        anchors = 0
        for bit, unit in enumerate(units):
            anchors |= (1 << bit) if unit.line is not None else 0
            for name in unit.names:
                having[name] |= 1 << bit
        conflicts = [
            anchors & ~(1 << bit) if anchors >> bit & 1 else 0 for bit in range(len(units))
        ]
        for rule in self.problem.apart:
            left = _union(having[name] for name in rule.left)
            right = _union(having[name] for name in rule.right)
            for one, other in ((left, right), (right, left)):
                for bit in bits(one):
                    conflicts[bit] |= other & ~(1 << bit)
        return conflicts


def _union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def _reduced(full: Units, sets: Mapping[int, int]) -> Units:
    """Takes out what costs the same in every layout, and units that no term is left for."""
    full_lines = _union(
        1 << bit
        for bit, unit in enumerate(full.units)
        if unit.line is not None and not any(level > 0 for level in unit.free)
    )
    constant = 0
    terms: dict[int, int] = defaultdict(int)
    for mask, weight in sets.items():
        constant += weight * (mask & full_lines).bit_count()
        open_mask = mask & ~full_lines
        if open_mask.bit_count() == 1:
            constant += weight
        elif open_mask and weight:
            terms[open_mask] += weight
    used = list(bits(_union(terms)))
    place = {bit: position for position, bit in enumerate(used)}

    def translated(mask: int) -> int:
        return _union(1 << place[bit] for bit in bits(mask) if bit in place)

    return Units(
        full.capacity,
        [full.units[bit] for bit in used],
        sorted((translated(mask), weight) for mask, weight in terms.items()),
        [translated(full.conflicts[bit]) for bit in used],
        constant,
    )
