# SPDX-License-Identifier: BSD-2-Clause
"""Finds a layout of little cost, and says how far from the least it may be.

Two searches by annealing: over partitions of members into lines, for objects whose place in a line
is known; and over orders, which sees members that are larger than a line and objects that begin
anywhere. Up to 24 members that matter are then partitioned with proof (`explicit`), more of them by
column generation with a bound (`generate`). Else the bound is that of the lines that the bytes of
each footprint need by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flatland.errors import failure
from flatland.reorder.access import accesses, bytes_bound, spans_cost
from flatland.reorder.anneal import anneal
from flatland.reorder.baselines import baselines
from flatland.reorder.check import check
from flatland.reorder.clock import Clock
from flatland.reorder.cost import cost
from flatland.reorder.layout import extent, placements, violations
from flatland.reorder.phases import around_large
from flatland.reorder.problem import Offsets, Problem
from flatland.reorder.realise import realise
from flatland.reorder.search import order_search
from flatland.reorder.solution import Options, Progress, Report, Solution
from flatland.reorder.units import Units, build

if TYPE_CHECKING:
    from flatland.reorder.explicit import Explicit

_most_units = 24  # whose lines fit into a table
_most_pieces = 16  # pieces of one member are all alike, which makes proofs slow,
_pieces_work_share = 20  # and not worth more

_order_moves_share = 6  # a move of an order costs so many times what one between lines does
_chain_moves = 3  # times the moves asked for, in each chain that begins with what is known


def solve(
    problem: Problem,
    options: Options,
    report: Report | None = None,
    clock: Clock | None = None,
) -> Solution:
    """The best of all layouts that were tried; never worse than a baseline that may be used.

    A clock with a limit replaces `options.work`. Problems that make no sense, or for which no
    layout is found, raise FlatError (F1101 to F1108).
    """
    check(problem)
    run = _Run(problem, options, report, clock or Clock())
    run.run()
    if run.best is None:
        raise failure(
            "F1108",
            "no layout was found that keeps all rules",
            help="drop a pin, a group, or what is to be kept apart",
        )
    return run.solution(run.best)


class _Run:
    """One run of all searches: what they have found, and what is proven."""

    def __init__(
        self, problem: Problem, options: Options, report: Report | None, clock: Clock
    ) -> None:
        self.problem = problem
        self.options = options
        self.report = report
        self.clock = clock
        self.sets = accesses(problem)
        self.costs: dict[str, int] = {}
        self.best: Offsets | None = None
        self._cost = 0
        self.bound = 0
        self.method = ""
        self._settled = False  # no order could do what partitions into lines cannot

    def run(self) -> None:
        """The searches in turn, each with the best start that is known."""
        for name, offsets in baselines(self.problem).items():
            self.offer(name, offsets)
        self.raise_bound("bytes", bytes_bound(self.problem, self.sets))
        if len(self.problem.places) == 1:
            self._lines()
            if not self._done:
                self._around_large()
        if not self._settled:
            self._orders(self.options.seed)
        seed = self.options.seed
        while self.clock.limit_seconds is not None and not (self.clock.over or self._done):
            seed += 1
            self._orders(seed)

    def offer(self, name: str, offsets: Offsets | None) -> None:
        """Keeps a layout if it is the best so far and breaks no rule."""
        if offsets is None or violations(self.problem, offsets):
            return
        value = cost(self.problem, offsets)
        self.costs[name] = min(value, self.costs.get(name, value))
        if self.best is None or value < self._cost:
            self.best, self._cost, self.method = offsets, value, name
            self._tell(name)

    def raise_bound(self, name: str, bound: int) -> None:
        """Keeps a bound if it is the highest so far."""
        if bound > self.bound:
            self.bound = bound
            self._tell(name)

    def solution(self, offsets: Offsets) -> Solution:
        """What was found, of which `offsets` is the best."""
        names = baselines(self.problem)
        return Solution(
            placements(self.problem, offsets),
            offsets,
            extent(self.problem, offsets),
            self._cost,
            self.bound,
            self.problem.cost_unit,
            self.method,
            baselines={name: self.costs[name] for name in names if name in self.costs},
            reproducible=self.clock.reproducible,
        )

    @property
    def _done(self) -> bool:
        return self.best is not None and self._cost <= self.bound

    def _tell(self, name: str) -> None:
        if self.report and self.best is not None:
            self.report(Progress(name, self._cost, self.bound))

    def _orders(self, seed: int) -> None:
        start = self.best or baselines(self.problem)["declared"]
        if spans_cost(self.problem, self.sets, start) <= self.bound:
            return
        moves = max(1, self.options.moves // _order_moves_share)
        found = order_search(
            self.problem, self.sets, start, seed=seed, moves=moves, clock=self.clock
        )
        self.offer("annealing of orders", found)

    def _lines(self) -> None:
        """Partitions into lines, and a bound.

        For the bound, members that could lie in two lines fall into pieces: it can only get lower.
        """
        units = build(self.problem, {})
        partition = anneal(units, self.options.seed, self.options.moves, self.clock)
        self.offer("annealing of lines", realise(self.problem, units, partition, {}))
        pieces = build(self.problem, {}, pieces=True)
        if not pieces.terms:
            self.raise_bound("bytes", pieces.constant)
        elif pieces == units and len(units.units) <= _most_units:
            exact = self._explicit(units, partition, self.options.work)
            self.offer("partition with proof", realise(self.problem, units, exact.lines, {}))
            self.raise_bound("partition with proof", exact.bound + units.constant)
        elif pieces == units:
            self._generate(units, partition)
        elif len(pieces.units) <= _most_pieces:
            alone = [1 << bit for bit in range(len(pieces.units))]
            exact = self._explicit(pieces, alone, self.options.work / _pieces_work_share)
            self.raise_bound("partition of pieces", exact.bound + pieces.constant)
        else:
            self._bound_pieces(pieces)

    def _around_large(self) -> None:
        options = self.options
        found = around_large(self.problem, self.sets, options.seed, options.moves, self.clock)
        self.offer("partition around large members", found)

    def _explicit(self, units: Units, start: list[int], work: float) -> Explicit:
        from flatland.reorder.explicit import Explicit

        exact = Explicit(units, start, self.options.seed, self.clock)
        exact.run(work)
        return exact

    def _bound_pieces(self, pieces: Units) -> None:
        """Column generation, up to what the best layout costs: its pieces are one partition."""
        from flatland.reorder.generate import Generation

        alone = [1 << bit for bit in range(len(pieces.units))]
        generation = Generation(pieces, alone, seed=self.options.seed, moves=0, clock=self.clock)
        generation.cost = self._cost - pieces.constant

        def improved() -> None:
            self.raise_bound("column generation", generation.bound + pieces.constant)

        generation.improved = improved
        generation.run(self.options.work)

    def _generate(self, units: Units, partition: list[int]) -> None:
        from flatland.reorder.generate import Generation

        options = self.options
        generation = Generation(
            units,
            partition,
            seed=options.seed,
            moves=options.moves * _chain_moves,
            clock=self.clock,
        )

        def improved() -> None:
            self.raise_bound("column generation", generation.bound + units.constant)
            if generation.cost + units.constant < self._cost:
                offsets = realise(self.problem, units, generation.lines, {})
                self.offer("column generation", offsets)

        generation.improved = improved
        if self.clock.limit_seconds is None:
            generation.run(options.work)
        else:
            generation.run(float("inf"))
            generation.go_on()
        self._settled = self._cost <= generation.cost + units.constant
