# SPDX-License-Identifier: BSD-2-Clause
"""The best partition into lines of a given list, by CP-SAT: one choice per line, no symmetries."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import inf
from typing import Any

from flatland.reorder.clock import Clock
from flatland.reorder.units import bits

_SECONDS_A_LOOK = 0.1  # at the clock


@dataclass(frozen=True)
class Partition:
    """Lines as masks (None if none was found), and a bound for all partitions of the list."""

    lines: list[int] | None
    bound: int


def choose(
    count: int,
    candidates: list[tuple[int, int]],
    *,
    below: int,
    work: float,
    seed: int,
    clock: Clock,
) -> Partition:
    """The cheapest partition of `count` units into candidates (mask, cost) that costs less than
    `below`. `work` is CP-SAT's deterministic time. Without a result `bound` is `below` if there is
    none, and what was proven otherwise.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in candidates]
    covering: list[list[cp_model.IntVar]] = [[] for _ in range(count)]
    for variable, (mask, _) in zip(chosen, candidates, strict=True):
        for bit in bits(mask):
            covering[bit].append(variable)
    for variables in covering:
        model.add_exactly_one(variables)
    total = sum(variable * cost for variable, (_, cost) in zip(chosen, candidates, strict=True))
    model.add(total <= below - 1)
    model.minimize(total)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    status = _solve_within(solver, model, work, clock)
    if status == cp_model.INFEASIBLE:
        return Partition(None, below)
    bound = min(below, -int(-solver.best_objective_bound // 1))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Partition(None, max(bound, 0))
    lines = [
        mask
        for variable, (mask, _) in zip(chosen, candidates, strict=True)
        if solver.boolean_value(variable)
    ]
    return Partition(lines, bound)


def _solve_within(solver: Any, model: Any, work: float, clock: Clock) -> Any:
    """CP-SAT's status after at most that much deterministic time, and before the clock is over.

    It works in a thread of its own, so that this one can hear of an interrupt.
    """
    solver.parameters.max_deterministic_time = work
    solver.parameters.catch_sigint_signal = False
    if clock.left_seconds < inf:
        solver.parameters.max_time_in_seconds = clock.left_seconds
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, model)
        while wait([running], _SECONDS_A_LOOK).not_done:
            if clock.over:
                solver.stop_search()
        return running.result()
