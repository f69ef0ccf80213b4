# SPDX-License-Identifier: BSD-2-Clause
"""The linear program over lines: which fractions of them cover all units at the least cost.

Rows: every unit is in a line; a set of units is in at least as many lines as its bytes need (rank);
at most one line holds two of three units (subset rows: Jepsen, Petersen, Spoorendonk, Pisinger:
Subset-row inequalities applied to the vehicle routing problem, Operations Research 56, 2008).
Duals are rounded to integers, so that bounds from them are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from flatland.reorder.units import Units, bits


@dataclass(frozen=True)
class Cut:
    """A row over lines: those that meet `mask` in at least `hits` units number `limit`.

    With one hit the limit is the least number of lines, with two the greatest.
    """

    mask: int
    hits: int
    limit: int


@dataclass(frozen=True)
class Duals:
    """Integer prices in units of 1/`scale`: of rows, and of cuts (all 0 or more)."""

    scale: int
    rows: tuple[int, ...]
    cuts: tuple[tuple[Cut, int], ...]

    @property
    def bound(self) -> int:
        """The bound, in units of 1/scale, if no line has a negative reduced cost."""
        return sum(self.rows) + sum(
            price * cut.limit * (1 if cut.hits == 1 else -1) for cut, price in self.cuts
        )

    def reduced_cost(self, mask: int, cost: int) -> int:
        """What a line costs beyond what its units and cuts pay, in units of 1/scale."""
        value = cost * self.scale - sum(self.rows[bit] for bit in bits(mask))
        for cut, price in self.cuts:
            if (mask & cut.mask).bit_count() >= cut.hits:
                value += -price if cut.hits == 1 else price
        return value

    def share_paid(self, mask: int, cost: int) -> Fraction:
        """What prices may be multiplied by at most for a line not to be paid beyond its cost."""
        paid = cost * self.scale - self.reduced_cost(mask, cost)
        return Fraction(cost * self.scale, paid) if paid > 0 else Fraction(1)

    def mixed(self, other: Duals) -> Duals:
        """Prices between these and others, nearer to the others."""
        mine, theirs = dict(self.cuts), dict(other.cuts)
        cuts = [
            (cut, price)
            for cut in {**mine, **theirs}
            if (price := (2 * mine.get(cut, 0) + 3 * theirs.get(cut, 0)) // 5)
        ]
        rows = ((2 * one + 3 * two) // 5 for one, two in zip(self.rows, other.rows, strict=True))
        return Duals(self.scale, tuple(rows), tuple(cuts))


def lines_needed(units: Units, mask: int) -> int:
    """The least number of lines that these units take, by their bytes."""
    size = 0
    for bit in bits(mask):
        unit = units.units[bit]
        anchor_free = unit.free[0] if unit.line is not None else 0
        size += units.capacity - anchor_free if unit.line is not None else unit.size
    return -(-size // units.capacity)


class Master:
    """The restricted linear program; grows by lines and cuts."""

    def __init__(self, units: Units, scale: int) -> None:
        from ortools.linear_solver import pywraplp

        self.units = units
        self.scale = scale
        self._solver: Any = pywraplp.Solver.CreateSolver("GLOP")
        self._solver.Objective().SetMinimization()
        self._infinity = self._solver.infinity()
        self._rows = [self._solver.Constraint(1, self._infinity) for _ in units.units]
        self._cuts: dict[Cut, Any] = {}
        self.lines: dict[int, Any] = {}
        self.used: list[tuple[int, float]] = []

    def add(self, mask: int, cost: int) -> None:
        """A line more, unless it is known."""
        if mask in self.lines:
            return
        variable = self._solver.NumVar(0, self._infinity, "")
        self._solver.Objective().SetCoefficient(variable, float(cost))
        for bit in bits(mask):
            self._rows[bit].SetCoefficient(variable, 1)
        for cut, row in self._cuts.items():
            if (mask & cut.mask).bit_count() >= cut.hits:
                row.SetCoefficient(variable, 1)
        self.lines[mask] = variable

    def cut(self, cut: Cut) -> None:
        """A row more, unless it is known."""
        if cut in self._cuts:
            return
        limits = (cut.limit, self._infinity) if cut.hits == 1 else (-self._infinity, cut.limit)
        row = self._solver.Constraint(*limits)
        for mask, variable in self.lines.items():
            if (mask & cut.mask).bit_count() >= cut.hits:
                row.SetCoefficient(variable, 1)
        self._cuts[cut] = row

    def solve(self) -> Duals:
        """Solves, and keeps the fractions in `used`; the prices, rounded to integers."""
        self._solver.Solve()
        self.used = [
            (mask, value)
            for mask, variable in self.lines.items()
            if (value := variable.solution_value()) > 1e-6
        ]
        rows = tuple(max(0, int(row.dual_value() * self.scale)) for row in self._rows)
        priced = []
        for cut, row in self._cuts.items():
            value = row.dual_value() * (1 if cut.hits == 1 else -1)
            price = max(0, round(value * self.scale))
            if price:
                priced.append((cut, price))
        return Duals(self.scale, rows, tuple(priced))

    def prune(self, keep: set[int]) -> None:
        """Forbids all lines but those to keep."""
        for mask, variable in self.lines.items():
            if mask not in keep:
                variable.SetUb(0)


def violated_ranks(units: Units, used: list[tuple[int, float]], sets: list[int]) -> list[Cut]:
    """The rank cuts of the given sets of units that a fractional solution breaks."""
    cuts = []
    for mask in sets:
        need = lines_needed(units, mask)
        if need > 1 and sum(value for line, value in used if line & mask) < need - 1e-3:
            cuts.append(Cut(mask, 1, need))
    return cuts


def violated_subset_rows(count: int, used: list[tuple[int, float]], most: int) -> list[Cut]:
    """The subset rows of three units that a fractional solution breaks most."""
    lines = [(mask, value) for mask, value in used if value < 1 - 1e-6]
    holds = np.array([[mask >> bit & 1 for bit in range(count)] for mask, _ in lines], float)
    if not len(lines):
        return []
    weighted = holds * np.array([[value] for _, value in lines])
    pairs = weighted.T @ holds
    ranked = []
    for one in range(count):
        triples = (weighted * holds[:, [one]]).T @ holds
        sums = pairs[one][:, None] + pairs[one] + pairs - 2 * triples
        others, thirds = np.nonzero(np.triu(sums > 1 + 1e-3, 1))
        for other, third in zip(others.tolist(), thirds.tolist(), strict=True):
            if one < other:
                value = round(float(sums[other, third]), 9)
                ranked.append((-value, 1 << one | 1 << other | 1 << third))
    return [Cut(mask, 2, 1) for _, mask in sorted(ranked)[:most]]
