# SPDX-License-Identifier: BSD-2-Clause
"""Which layout a class gets, and what it costs beside other layouts that one might think of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flatland.reorder.clock import Clock
from flatland.reorder.layout import in_order, sequential
from flatland.reorder.plan_file import class_values
from flatland.reorder.problem import Problem
from flatland.reorder.recorded import Recorded
from flatland.reorder.solution import Options, Report, Solution
from flatland.reorder.solve import solve


@dataclass(frozen=True)
class Decision:
    """The layout of one class, with the problem that it solves."""

    recorded: Recorded
    problem: Problem
    solution: Solution
    plan: dict[str, Any]  # as it stands in the plan file


def decide(
    recorded: Recorded,
    options: Options | None = None,
    report: Report | None = None,
    clock: Clock | None = None,
) -> Decision:
    """Solves the problem that a profile poses for one class."""
    problem = recorded.problem()
    solution = solve(problem, options or Options(), report, clock)
    plan = class_values(recorded, problem, solution.offsets)
    return Decision(recorded, problem, solution, plan)


def alphabetical(recorded: Recorded) -> dict[str, Any]:
    """Members by name: as little to do with their use as an order can have."""
    problem = recorded.problem()
    order = sorted(problem.items, key=lambda item: (item.last, item.name))
    names = in_order((item.name for item in order), problem)
    return class_values(recorded, problem, sequential(problem, names))
