# SPDX-License-Identifier: BSD-2-Clause
"""Simulated annealing over partitions of units into lines: a good start, no proof."""

from __future__ import annotations

import math
import random

from flatland.reorder.clock import Clock
from flatland.reorder.units import Units, bits

_CHUNK = 12
_MOVES_A_LOOK = 1000  # at the clock


class LineCost:
    """The cost of a line as a function of the terms in it, by table look-up."""

    def __init__(self, units: Units) -> None:
        weights = [weight for _, weight in units.terms]
        self.terms_of = [
            sum(1 << position for position, (mask, _) in enumerate(units.terms) if mask >> bit & 1)
            for bit in range(len(units.units))
        ]
        self._tables = []
        for begin in range(0, len(weights), _CHUNK):
            table = [0]
            for weight in weights[begin : begin + _CHUNK]:
                table += [entry + weight for entry in table]
            self._tables.append(table)

    def of_terms(self, terms: int) -> int:
        """The weight of a set of terms."""
        total = 0
        for table in self._tables:
            total += table[terms & (1 << _CHUNK) - 1]
            terms >>= _CHUNK
        return total

    def of_line(self, mask: int) -> int:
        """The cost of a line that holds these units."""
        terms = 0
        for bit in bits(mask):
            terms |= self.terms_of[bit]
        return self.of_terms(terms)


def first_fit(units: Units, order: list[int]) -> list[int]:
    """Every unit in turn into the first line that takes it."""
    lines: list[int] = []
    for bit in order:
        for position, mask in enumerate(lines):
            if units.fits(mask | 1 << bit):
                lines[position] |= 1 << bit
                break
        else:
            lines.append(1 << bit)
    return lines


def greedy(units: Units, costs: LineCost) -> list[int]:
    """Fills one line after the other with the unit that adds the least cost per byte."""
    anchors = [bit for bit, unit in enumerate(units.units) if unit.line is not None]
    left = set(range(len(units.units))) - set(anchors)
    lines = []
    while left or anchors:
        alone = {bit: costs.of_line(1 << bit) for bit in left}
        seed = anchors.pop(0) if anchors else max(left, key=lambda bit: (alone[bit], -bit))
        left.discard(seed)
        mask = 1 << seed
        while True:
            here = costs.of_line(mask)
            choices = [
                ((alone[bit] - costs.of_line(mask | 1 << bit) + here) / units.units[bit].size, -bit)
                for bit in left
                if units.fits(mask | 1 << bit)
            ]
            if not choices:
                break
            bit = -max(choices)[1]
            left.discard(bit)
            mask |= 1 << bit
        lines.append(mask)
    return lines


class Annealer:
    """One chain of moves and swaps between lines; the best partition seen is kept.

    The chain begins `cooler` times cooler than one that is to forget its start.
    """

    def __init__(
        self,
        units: Units,
        costs: LineCost,
        start: list[int],
        seed: int,
        *,
        clock: Clock,
        cooler: int = 1,
    ) -> None:
        self.units = units
        self.clock = clock
        self.cooler = cooler
        self.costs = costs
        self.random = random.Random(seed)
        self.free = [bit for bit, unit in enumerate(units.units) if unit.line is None]
        self.lines = [*start, 0, 0]
        self.line_costs = [costs.of_line(mask) for mask in self.lines]
        self.where = {
            bit: position for position, mask in enumerate(self.lines) for bit in bits(mask)
        }
        self.current = sum(self.line_costs)
        self.best = self.current
        self.best_lines = list(self.lines)

    def run(self, moves: int) -> list[int]:
        """The best partition after a number of tried moves."""
        if not self.free or len(self.units.units) < 2:
            return [mask for mask in self.best_lines if mask]
        heat = max(self.current, 1) / (4 * self.cooler * len(self.units.units))
        for step in range(moves):
            if not step % _MOVES_A_LOOK and self.clock.over:
                break
            self._step(heat * (1 - step / moves) ** 2 + 1e-9)
        return [mask for mask in self.best_lines if mask]

    def _step(self, heat: float) -> None:
        bit = self.random.choice(self.free)
        source = self.where[bit]
        swapped = self.random.choice(self.free) if self.random.random() < 0.5 else None
        target = self.random.randrange(len(self.lines)) if swapped is None else self.where[swapped]
        if source == target:
            return
        change = 1 << bit | (1 << swapped if swapped is not None else 0)
        after_source, after_target = self.lines[source] ^ change, self.lines[target] ^ change
        source_cost = self.costs.of_line(after_source)
        target_cost = self.costs.of_line(after_target)
        worse = source_cost + target_cost - self.line_costs[source] - self.line_costs[target]
        if worse > 0 and self.random.random() >= math.exp(-worse / heat):
            return
        if not (self.units.fits(after_target) and self.units.fits(after_source)):
            return
        self.lines[source], self.lines[target] = after_source, after_target
        self.line_costs[source], self.line_costs[target] = source_cost, target_cost
        self.where[bit] = target
        if swapped is not None:
            self.where[swapped] = source
        self.current += worse
        if self.current < self.best:
            self.best, self.best_lines = self.current, list(self.lines)


def anneal(units: Units, seed: int, moves: int, clock: Clock) -> list[int]:
    """The best of three chains, each with its own start, of `moves` tried moves in all."""
    costs = LineCost(units)
    by_size = sorted(range(len(units.units)), key=lambda bit: -units.units[bit].size)
    anchors_first = sorted(by_size, key=lambda bit: units.units[bit].line is None)
    starts = [greedy(units, costs), first_fit(units, anchors_first)]
    starts.append(starts[0])
    found = [
        Annealer(units, costs, start, seed + chain, clock=clock).run(moves // len(starts))
        for chain, start in enumerate(starts)
    ]
    return merge_lines(units, min(found, key=units.cost))


def merge_lines(units: Units, lines: list[int]) -> list[int]:
    """Joins lines that fit into one: never dearer, and the object gets smaller."""
    merged: list[int] = []
    for mask in sorted(lines, key=lambda mask: -sum(units.units[bit].size for bit in bits(mask))):
        for position, other in enumerate(merged):
            if units.fits(other | mask):
                merged[position] = other | mask
                break
        else:
            merged.append(mask)
    return merged
