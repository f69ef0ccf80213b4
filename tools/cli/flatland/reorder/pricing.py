# SPDX-License-Identifier: BSD-2-Clause
"""Finds lines that pay: sets of units that fit and whose prices exceed what the line costs.

This is the pricing problem of column generation (Johnson, Mehrotra, Nemhauser: Min-cut clustering,
Mathematical Programming 62, 1993), a knapsack whose costs are shared: a line pays the weight of a
term once, however many of the term's units it holds. `near` changes known lines by a few units.
`search` is a branch and bound over all lines: at each node the weight of a term that is not yet
paid is spread over the bytes that are left, which no line can pay less than, so that a plain
knapsack bounds what can still be gained. Prices are integers in 32-bit floats: sums are exact, in
whatever order a machine adds, so that it finds the same lines as any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flatland.reorder.clock import Clock
from flatland.reorder.master import Duals
from flatland.reorder.units import Units, bits

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Places = NDArray[Any]

_CHUNK = 1024  # nodes at a time: what one matrix product is made of
_MOST_A_FILL = 300
_OPERATIONS_A_SECOND = 2e9
_OPERATIONS_A_CALL = 200_000
_OTHER_OPERATIONS = 100  # than those of matrix products, for each unit of a node
_LARGEST = 1 << 23  # sums of prices stay below, so that they are exact in 32-bit floats


@dataclass(frozen=True)
class Prices:
    """What units pay and what terms cost, with the subset rows as further terms; whole numbers.

    A line gains `units` and pays `terms`, a subset row only from its second unit on (`second`).
    It may be worth something if its value exceeds `least`: prices are rounded in its favour.
    Bounds, which are fractions, may be wrong by `margin`.
    """

    units: Floats
    terms: Floats
    member: Flags
    matrix: Floats
    second: Flags
    least: float
    margin: float


@dataclass(frozen=True)
class Found:
    """Lines of more value than asked for; `complete` if there are no others."""

    masks: list[int]
    complete: bool


@dataclass
class _Nodes:
    """Sets of units with what may be added: one row for each node."""

    chosen: Flags
    candidates: Flags
    left: Floats
    active: Flags  # terms that the next of their units pays
    later: Flags  # subset rows without a unit so far
    value: Floats

    def rows(self, pick: Any) -> _Nodes:
        """Only these nodes."""
        return _Nodes(
            self.chosen[pick],
            self.candidates[pick],
            self.left[pick],
            self.active[pick],
            self.later[pick],
            self.value[pick],
        )

    def __len__(self) -> int:
        return len(self.left)


class Pricing:
    """Of one bin problem. `work` counts what was done, in about seconds, alike on any machine."""

    def __init__(self, units: Units, clock: Clock) -> None:
        self.units = units
        self.clock = clock
        self.count = len(units.units)
        self.work = 0.0
        self._member = np.zeros((self.count, len(units.terms)), bool)
        for column, (mask, _) in enumerate(units.terms):
            self._member[list(bits(mask)), column] = True
        self._weights = np.array([weight for _, weight in units.terms], np.float64)
        self.sizes = np.array([_bytes_taken(units, bit) for bit in range(self.count)], np.float32)
        self._capacity = units.capacity + (0.5 if (self.sizes < 1).any() else 0.0)
        self._conflicts = self._flags(units.conflicts) if any(units.conflicts) else None

    def prices(self, duals: Duals, share: float = 1.0) -> Prices:
        """Prices of the linear program, each times `share`; rank cuts have to be of all units."""
        subsets = [(cut, price) for cut, price in duals.cuts if cut.hits == 2]
        gain = sum(price for cut, price in duals.cuts if cut.hits == 1)
        rows = np.array(duals.rows, np.float64) * share
        dear = np.array([price * share for _, price in subsets])
        terms = np.concatenate([self._weights * duals.scale, dear])
        dearest = float((rows / self.sizes).max(initial=0)) * self._capacity
        whole = _LARGEST / (float(terms.sum()) + min(dearest, float(rows.sum())) + 1)
        member = np.hstack([self._member, self._flags(cut.mask for cut, _ in subsets).T])
        second = np.zeros(len(terms), bool)
        second[len(self._weights) :] = True
        return Prices(
            np.ceil(rows * whole).astype(np.float32),
            np.floor(terms * whole).astype(np.float32),
            member,
            member.astype(np.float32),
            second,
            float(np.floor(-gain * share * whole)) - 1,
            float(self.count + 8),
        )

    def near(self, prices: Prices, starts: list[int], generator: np.random.Generator) -> list[int]:
        """Lines made of known ones: some units are taken out, then what gains most is put in."""
        known = self._flags(starts)
        line, unit = np.nonzero(known)
        single = known[line]
        single[np.arange(len(line)), unit] = False
        several = single & (generator.random(single.shape) < 0.7)
        found: dict[int, None] = {}
        for begin, power in ((single, 0.0), (single, 1.0), (several, 0.5)):
            rows = begin.copy()
            values = self._fill(rows, prices, power, unit)
            best = np.argsort(-values, kind="stable")[:_MOST_A_FILL]
            worth = best[values[best] > prices.least]
            found.update(dict.fromkeys(self._masks(rows[worth])))
        return list(found)

    def _fill(self, rows: Flags, prices: Prices, power: float, banned: Places) -> Floats:
        """Adds to each row, but for its banned unit, what gains most by size**power; the values."""
        hits = rows.astype(np.float32) @ prices.matrix
        left: Floats = np.float32(self._capacity) - rows @ self.sizes
        free = prices.second.astype(np.float32)
        divisor = self.sizes**power
        active = np.arange(len(rows))
        while len(active):
            self._count(len(active), prices)
            own = rows[active]
            gain = prices.units - ((hits[active] == free) * prices.terms) @ prices.matrix.T
            allowed = ~own & (self.sizes <= left[active][:, None]) & (gain > 0)
            allowed[np.arange(len(active)), banned[active]] = False
            if self._conflicts is not None:
                allowed &= ~(own @ self._conflicts)
            score = np.where(allowed, gain / divisor, 0)
            unit = score.argmax(axis=1)
            going = score[np.arange(len(active)), unit] > 0
            active, unit = active[going], unit[going]
            rows[active, unit] = True
            hits[active] += prices.matrix[unit]
            left[active] -= self.sizes[unit]
        paid = (hits > free).astype(np.float32) @ prices.terms
        values: Floats = rows.astype(np.float32) @ prices.units - paid
        return values

    def search(self, prices: Prices, *, most: int, work: float) -> Found:
        """All lines worth more than `least`, or `most` of them, or as many as `work` lets meet."""
        least = np.float32(prices.least - prices.margin)
        final = self.work + work
        stack = [self._root(prices)]
        found: dict[int, None] = {}
        while stack:
            nodes = stack.pop()
            if len(nodes) > _CHUNK:
                stack.append(nodes.rows(slice(_CHUNK, None)))
                nodes = nodes.rows(slice(_CHUNK))
            if self.work > final or len(found) > most or self.clock.over:
                return Found(list(found), False)
            children = self._expand(nodes, prices, least, found)
            if len(children):
                stack.append(children)
        return Found(list(found), True)

    def _root(self, prices: Prices) -> _Nodes:
        return _Nodes(
            np.zeros((1, self.count), bool),
            np.ones((1, self.count), bool),
            np.array([self._capacity], np.float32),
            ~prices.second[None, :],
            prices.second[None, :],
            np.zeros(1, np.float32),
        )

    def _expand(
        self, nodes: _Nodes, prices: Prices, least: np.float32, found: dict[int, None]
    ) -> _Nodes:
        """The children that may lead to lines worth more than `least`.

        Candidates are in the order of what a byte of them can gain. A child adds one of them and
        keeps those after it, so it gains no more than its own candidate's rate, then the next.
        """
        self._count(2 * len(nodes), prices)
        charges = (nodes.active * prices.terms) @ prices.matrix.T
        rates = np.where(
            nodes.candidates, prices.units / self.sizes - charges / nodes.left[:, None], 0
        )
        order = np.argsort(-rates, axis=1, kind="stable")
        sorted_rates = np.maximum(np.take_along_axis(rates, order, 1), 0)
        sizes = self.sizes[order]
        self._collect(nodes, prices.units - charges, least, found)
        left = nodes.left[:, None]
        before = np.cumsum(np.where(sorted_rates > 0, sizes, 0), axis=1) - sizes
        bounds = (np.clip(left - before, 0, sizes) * sorted_rates).sum(axis=1)
        next_rates = np.hstack([sorted_rates[:, 1:], np.zeros((len(nodes), 1), np.float32)])
        gains = sorted_rates * np.minimum(sizes, left) + next_rates * np.maximum(left - sizes, 0)
        promising = (nodes.value + bounds > least)[:, None] & (sorted_rates > 0)
        promising &= (nodes.value[:, None] + gains > least) & (sizes < left)
        parent, place = np.nonzero(promising)
        ranks = np.empty_like(order)
        np.put_along_axis(ranks, order, np.arange(self.count)[None, :], 1)
        unit = order[parent, place]
        children = nodes.rows(parent)
        children.value = children.value + prices.units[unit] - charges[parent, unit]
        children.left = children.left - self.sizes[unit]
        children.chosen[np.arange(len(unit)), unit] = True
        children.candidates &= (ranks[parent] > place[:, None]) & (
            self.sizes <= children.left[:, None]
        )
        if self._conflicts is not None:
            children.candidates &= ~self._conflicts[unit]
        hit = prices.member[unit]
        children.active = (children.active & ~hit) | (children.later & hit)
        children.later = children.later & ~hit
        return children

    def _collect(
        self, nodes: _Nodes, gains: Floats, least: np.float32, found: dict[int, None]
    ) -> None:
        values = np.where(nodes.candidates, nodes.value[:, None] + gains, least)
        parent, unit = np.nonzero(values > least)
        if len(parent):
            rows = nodes.chosen[parent]
            rows[np.arange(len(unit)), unit] = True
            found.update(dict.fromkeys(self._masks(rows)))

    def _count(self, rows: int, prices: Prices) -> None:
        each = prices.matrix.size + _OTHER_OPERATIONS * self.count
        self.work += (rows * each + _OPERATIONS_A_CALL) / _OPERATIONS_A_SECOND

    def _flags(self, masks: Iterable[int]) -> Flags:
        each = list(masks)
        flags = np.zeros((len(each), self.count), bool)
        for row, mask in enumerate(each):
            flags[row, list(bits(mask))] = True
        return flags

    def _masks(self, rows: Flags) -> list[int]:
        packed = np.packbits(rows, axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _bytes_taken(units: Units, bit: int) -> float:
    """The bytes of its line that a unit takes; a little for an anchor that leaves all free."""
    unit = units.units[bit]
    size = unit.size if unit.line is None else units.capacity - unit.free[0]
    return size or 2.0**-10
