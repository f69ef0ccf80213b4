# SPDX-License-Identifier: BSD-2-Clause
"""Partitions of up to 24 units with proof: a linear program over all lines, cuts, then a search.

Every line is known with its cost. Prices from the linear program bound all partitions from below by
B; a partition costs B plus the reduced costs of its lines. So lines whose reduced cost alone
exceeds what is left to the best known partition are dropped; cuts raise B; CP-SAT chooses among
the few lines that remain.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

import numpy as np
from numpy.typing import NDArray

from flatland.reorder.clock import Clock
from flatland.reorder.cover import choose
from flatland.reorder.master import (
    Duals,
    Master,
    violated_ranks,
    violated_subset_rows,
)
from flatland.reorder.table import Columns, Numbers, Table, mask_sums
from flatland.reorder.units import Units

_FEW_LINES = 3_000
_MANY_LINES = 60_000
_CUT_ROUNDS = 40
_CUTS_A_ROUND = 20


class Explicit:
    """One run; `lines` and `bound` (both without `units.constant`) improve as it goes on."""

    def __init__(self, units: Units, start: list[int], seed: int, clock: Clock) -> None:
        self.units = units
        self.clock = clock
        self.seed = seed
        self.step = gcd(*(weight for _, weight in units.terms))
        total = sum(weight for _, weight in units.terms)
        self.scale = min(1 << 20, (1 << 60) // max(1, total * len(units.units)))
        self.lines = start
        self.cost = units.cost(start) - units.constant
        self.bound = 0
        self.progress: Callable[[int, int], None] = lambda cost, bound: None

    @property
    def proven(self) -> bool:
        """Whether the bound has reached the best partition."""
        return self.bound >= self.cost

    def run(self, work: float) -> None:
        """Goes on until proof, or until the deterministic work is spent."""
        table = Table(self.units)
        self.costs = _costs(self.units)
        self.master = Master(self.units, self.scale)
        for mask in self.lines:
            self.master.add(mask, self.costs(mask))
        for bit in range(len(self.units.units)):
            self.master.add(1 << bit, self.costs(1 << bit))
        duals = self._root(table.closed)
        self._improve(work / 10)
        columns = self._within(table.all, duals)
        for _ in range(_CUT_ROUNDS):
            if self.proven or self.clock.over or len(columns.masks) <= _FEW_LINES:
                break
            if not self._cut():
                break
            duals = self._priced(columns)
            columns = self._within(columns, duals)
        if not self.proven and len(columns.masks) <= _MANY_LINES:
            self._search(columns, work)

    def _root(self, closed: Columns) -> Duals:
        sets = [mask for mask, _ in self.units.terms]
        sets.append((1 << len(self.units.units)) - 1)
        while True:
            duals = self._priced(closed)
            cuts = violated_ranks(self.units, self.master.used, sets)
            if not cuts:
                return duals
            for cut in cuts:
                self.master.cut(cut)

    def _priced(self, columns: Columns) -> Duals:
        """Adds lines of negative reduced cost until there are none; takes the bound."""
        generator = np.random.default_rng(self.seed)
        while True:
            duals = self.master.solve()
            reduced = reduced_costs(columns, duals)
            negative = np.flatnonzero(reduced < -self.scale // 1000)
            least = int(reduced.min(initial=0))
            bound = duals.bound + len(self.units.units) * min(0, least)
            self._raise_bound(bound)
            fresh = [
                (int(columns.masks[at]), int(columns.costs[at]))
                for at in _selection(negative, reduced, generator)
                if int(columns.masks[at]) not in self.master.lines
            ]
            if not fresh or self.clock.over:
                return duals
            for mask, cost in fresh:
                self.master.add(mask, cost)

    def _raise_bound(self, scaled: int) -> None:
        unit = self.scale * self.step
        self.bound = max(self.bound, min(self.cost, -(-scaled // unit) * self.step))
        self.progress(self.cost, self.bound)

    def _within(self, columns: Columns, duals: Duals) -> Columns:
        """The lines that a partition better than the best known one may hold."""
        reduced = reduced_costs(columns, duals)
        slack = len(self.units.units) * min(0, int(reduced.min(initial=0)))
        left = (self.cost - self.step) * self.scale - duals.bound - slack
        kept = columns.where(reduced <= left)
        self.master.prune(set(kept.masks.tolist()))
        return kept

    def _cut(self) -> bool:
        used = self.master.used
        cuts = violated_ranks(self.units, used, [mask for mask, _ in self.units.terms])
        cuts += violated_subset_rows(len(self.units.units), used, _CUTS_A_ROUND)
        for cut in cuts:
            self.master.cut(cut)
        return bool(cuts)

    def _improve(self, work: float) -> None:
        """A better partition among the lines that the linear program met."""
        self._choose([(mask, self.costs(mask)) for mask in self.master.lines], work)

    def _choose(self, candidates: list[tuple[int, int]], work: float) -> int:
        """Keeps the best partition into these lines if it is better; the bound for all of them."""
        found = choose(
            len(self.units.units),
            candidates,
            below=self.cost,
            work=work,
            seed=self.seed,
            clock=self.clock,
        )
        if found.lines is not None:
            self.lines = found.lines
            self.cost = self.units.cost(found.lines) - self.units.constant
            self.progress(self.cost, self.bound)
        return found.bound

    def _search(self, columns: Columns, work: float) -> None:
        candidates = list(zip(columns.masks.tolist(), columns.costs.tolist(), strict=True))
        bound = self._choose(candidates, work)
        self.bound = max(self.bound, min(self.cost, bound))


def _costs(units: Units) -> Callable[[int], int]:
    def cost(line: int) -> int:
        return sum(weight for mask, weight in units.terms if mask & line)

    return cost


def reduced_costs(columns: Columns, duals: Duals) -> Numbers:
    """`Duals.reduced_cost` of many lines."""
    result = columns.costs * duals.scale - mask_sums(list(duals.rows), columns.masks)
    for cut, price in duals.cuts:
        met = columns.masks & np.int32(cut.mask)
        if cut.hits == 1:
            result -= price * (met != 0)
        else:
            result += price * (met & (met - 1) != 0)
    return result


def _selection(
    negative: NDArray[np.int64], reduced: Numbers, generator: np.random.Generator
) -> list[int]:
    """Some of the best and some others, so that prices settle quickly."""
    best = negative[np.argsort(reduced[negative], kind="stable")[:60]]
    others = generator.permutation(len(negative))[:60]
    return [*map(int, best), *map(int, negative[others])]
