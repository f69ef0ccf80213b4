# SPDX-License-Identifier: BSD-2-Clause
"""Bounds and partitions of more units than a table of all lines takes: column generation.

The linear program of `master` grows by lines that `pricing` finds. A complete search with all
prices times f < 1 that finds no line worth its cost proves f times the program's value as a bound
(Farley: A note on bounding a class of linear programming problems, Operations Research 38, 1990).
Small f make quick searches, so f rises step by step while work is left. Prices are smoothed
(Wentges: Weighted Dantzig-Wolfe decomposition for linear mixed-integer programming, International
Transactions in Operational Research 4, 1997), which needs far fewer rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd

import numpy as np

from flatland.reorder.anneal import LineCost
from flatland.reorder.clock import Clock
from flatland.reorder.master import Cut, Duals, Master, lines_needed, violated_subset_rows
from flatland.reorder.pricing import Pricing
from flatland.reorder.rounding import rounded
from flatland.reorder.units import Units

_ROOT_TOLERANCES = (8, 4, 2)  # percent of the program's value that a proof gives away
_CUT_TOLERANCES = (2, 1, Fraction(1, 2), Fraction(1, 5))
_MOST_STARTS = 120
_MOST_LINES_A_ROUND = 150
_MOST_FOUND = 200
_CHAINS = 8  # annealed in a row, from other starts
_FEW = 5  # new lines, below which prices are no longer smoothed
_CUT_ROUNDS = 12
_CUTS_A_ROUND = 15
_LEAST_GAIN = Fraction(1, 2000)  # of the program's value, that a round of cuts has to bring


class Generation:
    """One run; `lines` and `bound` (without `units.constant`) get better as it goes on.

    `improved` is called whenever they do. `moves` is how far each of the annealed chains goes.
    """

    def __init__(
        self, units: Units, start: list[int], *, seed: int, moves: int, clock: Clock
    ) -> None:
        self.units = units
        self.pricing = Pricing(units, clock)
        self.master = Master(units, _scale(units))
        self.bound = 0
        self.lines = start
        self.cost = units.cost(start) - units.constant
        self.improved: Callable[[], None] = lambda: None
        self._clock = clock
        self._moves = moves
        self._seed = seed
        self._costs = LineCost(units)
        self._step = gcd(*(weight for _, weight in units.terms))
        self._random = np.random.default_rng(seed)
        self._centre: Duals | None = None
        self._work = 0.0

    def run(self, work: float) -> None:
        """Goes on until the bound has reached the cost, or until the work is spent."""
        self._work = work
        every = (1 << len(self.units.units)) - 1
        for bit in range(len(self.units.units)):
            self._add([1 << bit])
        self._add(self.lines)
        self.master.cut(Cut(every, 1, lines_needed(self.units, every)))
        self._converge()
        self._round()
        is_proven = self._proven(_ROOT_TOLERANCES)
        if is_proven:
            self._cut()
        self._round()
        if is_proven:
            self._proven(_CUT_TOLERANCES)

    def go_on(self) -> None:
        """Looks for better partitions until the clock is over, or until there is none."""
        while not self._clock.over and self.bound < self.cost:
            self._round()

    def _round(self) -> None:
        """Partitions from what the linear program uses."""
        used = sorted(self.master.used)
        for _ in range(_CHAINS):
            if self._clock.over or self.bound >= self.cost:
                return
            self._seed += 1
            lines = rounded(
                self.units, self._costs, used, seed=self._seed, moves=self._moves, clock=self._clock
            )
            cost = self.units.cost(lines) - self.units.constant
            if cost < self.cost:
                self.cost, self.lines = cost, lines
                self._add(lines)
                self.improved()

    def _proven(self, tolerances: tuple[Fraction | int, ...]) -> bool:
        """Whether work was left for all of the tolerances, which are in percent."""
        return all(self._prove(1 - Fraction(each) / 100) for each in tolerances)

    @property
    def _left(self) -> float:
        return 0.0 if self._clock.over else self._work - self.pricing.work

    def _add(self, masks: list[int]) -> None:
        for mask in masks:
            self.master.add(mask, self._costs.of_line(mask))

    def _converge(self) -> Duals:
        """Adds lines like those in use until none of these pays."""
        smooth = True
        while True:
            duals = self.master.solve()
            if self._left <= 0 or self.bound >= self.cost:
                return duals
            self._centre = duals.mixed(self._centre) if smooth and self._centre else duals
            starts = sorted(mask for mask, _ in self.master.used)[:_MOST_STARTS]
            near = self.pricing.near(self.pricing.prices(self._centre), starts, self._random)
            fresh = self._worth(near, duals)
            self._add(fresh[:_MOST_LINES_A_ROUND])
            if not fresh and not smooth:
                return duals
            smooth = len(fresh) >= _FEW

    def _worth(self, masks: list[int], duals: Duals) -> list[int]:
        """The lines that are new and have a negative reduced cost, the least first."""
        ranked = []
        for mask in masks:
            if mask not in self.master.lines:
                reduced = duals.reduced_cost(mask, self._costs.of_line(mask))
                if reduced < -duals.scale // 1000:
                    ranked.append((reduced, mask))
        return [mask for _, mask in sorted(ranked)]

    def _prove(self, share: Fraction) -> bool:
        """Raises the bound to this share of the program's value; false if work does not suffice."""
        while self.bound < self.cost:
            duals = self._converge()
            if duals.bound * share <= self.bound * duals.scale:
                return True
            found = self.pricing.search(
                self.pricing.prices(duals, float(share)), most=_MOST_FOUND, work=self._left
            )
            if found.complete:
                shares = (duals.share_paid(each, self._costs.of_line(each)) for each in found.masks)
                self._raise(duals, min(share, *shares, share))
                if not found.masks:
                    return True
            fresh = self._worth(found.masks, duals)
            if not fresh:
                return found.complete
            self._add(fresh)
        return False

    def _raise(self, duals: Duals, share: Fraction) -> None:
        scaled = duals.bound * share / (duals.scale * self._step)
        bound = -(-scaled.numerator // scaled.denominator) * self._step
        if min(self.cost, bound) > self.bound:
            self.bound = min(self.cost, bound)
            self.improved()

    def _cut(self) -> None:
        """Rounds of cuts, while they help and work is left."""
        before = self._converge().bound
        for _ in range(_CUT_ROUNDS):
            cuts = violated_subset_rows(len(self.units.units), self.master.used, _CUTS_A_ROUND)
            for cut in cuts:
                self.master.cut(cut)
            after = self._converge().bound
            if not cuts or self._left <= 0 or after - before < before * _LEAST_GAIN:
                return
            before = after


def _scale(units: Units) -> int:
    """How many parts a unit of cost has in integer prices."""
    total = sum(weight for _, weight in units.terms)
    return min(1 << 20, (1 << 60) // max(1, total * len(units.units)))
