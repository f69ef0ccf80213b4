# SPDX-License-Identifier: BSD-2-Clause
"""The abstract problem of laying out an object: items, footprints, constraints, the object's base.

Source: Dannowski 2006, III. Ours differs: constraints, arbitrary bases and items larger than a line
are part of the problem, and costs are exact integers in units of `Problem.cost_unit`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

Range = tuple[int, int]
"""Bytes from the first to before the second, relative to an item."""

Offsets = Mapping[str, int]
"""The offset in bytes of every item, by name."""


@dataclass(frozen=True)
class Item:
    """A member, or what is moved as one: a base, a run of bit-fields.

    `size` is in bytes and a multiple of `align`, as of every type of C and C++; a relaxed alignment
    is a smaller `align`. `pinned` is an offset that must stay. `last` puts the item after all
    others (a flexible array). `first_access` ranks items by when they are first met; the smaller,
    the earlier; it only breaks ties. An item that no footprint touches is cold.
    """

    name: str
    size: int
    align: int = 1
    pinned: int | None = None
    last: bool = False
    first_access: int | None = None


@dataclass(frozen=True)
class Footprint:
    """What one sequence touches of an object in one role, and how often it happens.

    An item that is not larger than a line counts as a whole; of a larger one the ranges count.
    What is dirtied is touched, too, whether or not `touched` says so.
    """

    name: str
    weight: int
    touched: Mapping[str, tuple[Range, ...]]
    dirtied: Mapping[str, tuple[Range, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Base:
    """Where objects begin: at `offset` within a line, or at every multiple of `anywhere` alike."""

    offset: int = 0
    anywhere: int | None = None

    def places(self, line_bytes: int) -> tuple[int, ...]:
        """The offsets within a line at which an object may begin, all equally likely."""
        if self.anywhere is None:
            return (self.offset % line_bytes,)
        return tuple(range(0, line_bytes, min(self.anywhere, line_bytes)))


@dataclass(frozen=True)
class Apart:
    """No item of `left` may share a line with an item of `right` (false sharing)."""

    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True)
class Problem:
    """Everything that decides a layout. The order of `items` is the declared one.

    A line touched costs 1 and a line dirtied costs `dirty_weight` more, each times the weight of
    the footprint. `together` lists groups whose items share one line, `before` pairs of which the
    first has to lie before the second.
    """

    items: tuple[Item, ...]
    footprints: tuple[Footprint, ...]
    line_bytes: int = 64
    base: Base = field(default_factory=Base)
    dirty_weight: Fraction = Fraction(0)
    together: tuple[tuple[str, ...], ...] = ()
    apart: tuple[Apart, ...] = ()
    before: tuple[tuple[str, str], ...] = ()

    @cached_property
    def by_name(self) -> dict[str, Item]:
        """The items by their names."""
        return {item.name: item for item in self.items}

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The offsets within a line at which the object may begin."""
        return self.base.places(self.line_bytes)

    @property
    def touch_units(self) -> int:
        """What a touched line costs, as an integer."""
        return Fraction(self.dirty_weight).denominator

    @property
    def dirty_units(self) -> int:
        """What a dirtied line costs on top, as an integer."""
        return Fraction(self.dirty_weight).numerator

    @property
    def cost_unit(self) -> Fraction:
        """Lines (weighted, and averaged over all bases) that one unit of an integer cost is."""
        return Fraction(1, self.touch_units * len(self.places))

    def spans(self, name: str, ranges: tuple[Range, ...]) -> tuple[Range, ...]:
        """The bytes of an item that count when `ranges` of it are accessed."""
        item = self.by_name[name]
        if item.size <= self.line_bytes:
            return ((0, item.size),) if item.size else ()
        return tuple(span for span in ranges if span[0] < span[1])
