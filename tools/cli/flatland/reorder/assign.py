# SPDX-License-Identifier: BSD-2-Clause
"""Partitions by CP-SAT that assigns units to lines, in a plain and in a symmetry-free form.

The plain form numbers the lines, so that every partition is there once for each order of its lines.
In the symmetry-free one a line is named by its first unit, so that every partition is there once.
Both need no table or prices and know all rules; they agree with the other searches (tests), but
prove less in the same time (`bench/reorder_solver.py --forms`), so that nothing else uses them.
"""

from __future__ import annotations

from typing import Any, Literal

from flatland.reorder.clock import Clock
from flatland.reorder.cover import Partition, solve_within
from flatland.reorder.units import Units, bits

Form = Literal["plain", "symmetry-free"]


def assign(
    units: Units, start: list[int], form: Form, *, work: float, seed: int, clock: Clock
) -> Partition:
    """The best partition found, beginning with `start`, and a bound, both without the constant."""
    from ortools.sat.python import cp_model

    model = _Model(units, form)
    model.hint(start)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    status = solve_within(solver, model.model, work, clock)
    bound = max(0, -int(-solver.best_objective_bound // 1))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Partition(None, bound)
    return Partition(model.lines(solver), bound)


class _Model:
    """`held[line][bit]` says whether a line holds a unit; units that cannot be in it are absent."""

    def __init__(self, units: Units, form: Form) -> None:
        from ortools.sat.python import cp_model

        self.units = units
        self.free_form = form == "symmetry-free"
        self.model: Any = cp_model.CpModel()
        self.order = sorted(range(len(units.units)), key=self._rank)
        self.held: list[dict[int, Any]] = []
        for line in range(len(self.order) if self.free_form else _most_lines(units)):
            members = self.order[line:] if self.free_form else self.order
            self.held.append({bit: self.model.new_bool_var("") for bit in members})
        for bit in self.order:
            self.model.add_exactly_one(held[bit] for held in self.held if bit in held)
        for line, held in enumerate(self.held):
            self._fitting(line, held)
        self.model.minimize(sum(weight * met for weight, met in self._met()))

    def _rank(self, bit: int) -> tuple[bool, int, int]:
        """Anchors name their lines, so they come first; then what takes most."""
        unit = self.units.units[bit]
        return (unit.line is None, -unit.size, bit)

    def _fitting(self, line: int, held: dict[int, Any]) -> None:
        """The rules of one line. In both forms the first lines are those of the anchors."""
        first = self.units.units[self.order[line]]
        sizes = {bit: self.units.units[bit].size for bit in held}
        if first.line is not None:
            self.model.add(held[self.order[line]] == 1)
            for level, free in enumerate(first.free):
                needs = {bit: self.units.units[bit].needs for bit in held}
                self.model.add(
                    sum(held[bit] * need[level] for bit, need in needs.items() if need) <= free
                )
        elif self.free_form:
            name = held[self.order[line]]
            for variable in held.values():
                self.model.add_implication(variable, name)
            self.model.add(
                sum(held[bit] * size for bit, size in sizes.items()) <= self.units.capacity * name
            )
        else:
            self.model.add(
                sum(held[bit] * size for bit, size in sizes.items()) <= self.units.capacity
            )
        for bit, variable in held.items():
            for other in bits(self.units.conflicts[bit]):
                if other > bit and other in held:
                    self.model.add_bool_or(~variable, ~held[other])

    def _met(self) -> list[tuple[int, Any]]:
        """The weight of each term for each line, with the variable that says whether they meet."""
        result = []
        for mask, weight in self.units.terms:
            for held in self.held:
                inside = [held[bit] for bit in bits(mask) if bit in held]
                if inside:
                    met = self.model.new_bool_var("")
                    for variable in inside:
                        self.model.add_implication(variable, met)
                    result.append((weight, met))
        return result

    def hint(self, start: list[int]) -> None:
        """Begins with this partition."""
        place = {bit: position for position, bit in enumerate(self.order)}
        ranked = sorted(start, key=lambda mask: min(place[bit] for bit in bits(mask)))
        for number, mask in enumerate(ranked):
            first = min(place[bit] for bit in bits(mask))
            line = first if self.free_form else number
            if line < len(self.held):
                for bit, variable in self.held[line].items():
                    self.model.add_hint(variable, mask >> bit & 1)

    def lines(self, solver: Any) -> list[int]:
        """The partition of a solution."""
        masks = [
            sum(1 << bit for bit, variable in held.items() if solver.boolean_value(variable))
            for held in self.held
        ]
        return [mask for mask in masks if mask]


def _most_lines(units: Units) -> int:
    """Lines that suffice: two that are not full enough could be joined, if no rule forbids it."""
    count = len(units.units)
    if any(units.conflicts) or any(unit.line is not None for unit in units.units):
        return count
    return max(1, min(count, 2 * sum(unit.size for unit in units.units) // units.capacity))
