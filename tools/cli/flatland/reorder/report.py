# SPDX-License-Identifier: BSD-2-Clause
"""What a layout costs and gains: lines of each sequence before and after, as data and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flatland.grid import grid
from flatland.reorder.decision import Decision
from flatland.reorder.inclusions import inclusions
from flatland.reorder.layout import sequential
from flatland.reorder.lines import SequenceLines, sequence_lines, weighted_lines
from flatland.reorder.problem import Offsets, Problem

sequences_shown = 8


def report_values(decision: Decision) -> dict[str, Any]:
    """One class, for `--format json`."""
    solution = decision.solution
    layouts = {
        name: weighted_lines(_lines(decision, offsets))
        for name, offsets in _layouts(decision).items()
    }
    return {
        "name": decision.recorded.name,
        "lines_per_invocation": layouts,
        "cost": float(solution.cost * solution.cost_unit),
        "lower_bound": float(solution.lower_bound * solution.cost_unit),
        "gap": float(solution.gap),
        "proven": solution.proven,
        "reproducible": solution.reproducible,
        "found_by": solution.method,
        "within": inclusions(decision.problem),
        "sequences": [
            {
                "entry": before.entry,
                "times": before.times,
                "weight": before.weight,
                "before": [vars(role) for role in before.roles],
                "after": [vars(role) for role in after.roles],
            }
            for before, after in _pairs(decision)
        ],
        "plan": decision.plan,
    }


def report_lines(decision: Decision) -> Iterator[str]:
    """One class as text."""
    solution, recorded = decision.solution, decision.recorded
    yield f"{recorded.name}: {recorded.size_bytes} bytes, {len(recorded.parts)} parts to place"
    yield ""
    rows = [
        [name, f"{weighted_lines(_lines(decision, offsets)):.2f}"]
        for name, offsets in _layouts(decision).items()
    ]
    yield from grid(("layout", "lines per invocation"), rows)
    yield ""
    unit = float(solution.cost_unit)
    proof = (
        "proven to be the least"
        if solution.proven
        else f"the best one is at most {100 * float(solution.gap):.1f} % cheaper"
    )
    yield f"Cost {solution.cost * unit:g}, lower bound {solution.lower_bound * unit:g}: {proof}."
    if not solution.reproducible:
        yield "Not reproducible: the clock or an interrupt ended the search, not its own limits."
    yield ""
    titles = ("entry", "times", "weight %", "lines before", "after", "dirty before", "after")
    pairs = _pairs(decision)
    yield from grid(titles, [_row(*pair) for pair in pairs[:sequences_shown]])
    if len(pairs) > sequences_shown:
        share = sum(before.weight for before, _ in pairs[sequences_shown:])
        yield f"and {len(pairs) - sequences_shown} more with {100 * share:.1f} % of the weight"
    yield from _included(decision.problem)
    yield ""
    yield from grid(("member", "before", "after", "line"), _member_rows(decision))
    yield ""


def _included(problem: Problem) -> Iterator[str]:
    within = inclusions(problem)
    if not within:
        return
    footprints = problem.footprints
    weight = sum(each.weight for each in footprints if each.name in within)
    share = 100 * weight / sum(each.weight for each in footprints)
    part = f"{len(within)} of {len(footprints)} footprints, with {share:.1f} % of the weight,"
    yield f"{part} lie within a more frequent one."


def _layouts(decision: Decision) -> dict[str, Offsets]:
    problem = decision.problem
    names = sorted(problem.items, key=lambda item: (item.last, item.name))
    return {
        "alphabetical": sequential(problem, [item.name for item in names]),
        "declared": decision.recorded.declared,
        "laid out": decision.solution.offsets,
    }


def _lines(decision: Decision, offsets: Offsets) -> list[SequenceLines]:
    return sequence_lines(decision.recorded, decision.problem, offsets)


def _pairs(decision: Decision) -> list[tuple[SequenceLines, SequenceLines]]:
    before = _lines(decision, decision.recorded.declared)
    return list(zip(before, _lines(decision, decision.solution.offsets), strict=True))


def _row(before: SequenceLines, after: SequenceLines) -> list[str]:
    return [
        before.entry,
        str(before.times),
        f"{100 * before.weight:.1f}",
        _sum(role.touched for role in before.roles),
        _sum(role.touched for role in after.roles),
        _sum(role.dirtied for role in before.roles),
        _sum(role.dirtied for role in after.roles),
    ]


def _sum(numbers: Iterator[float]) -> str:
    return " + ".join(f"{number:.3g}" for number in numbers)


def _member_rows(decision: Decision) -> Sequence[list[str]]:
    after = decision.solution.offsets
    line_bytes = decision.problem.line_bytes
    names = sorted(after, key=lambda name: after[name])
    return [
        [
            name,
            str(decision.recorded.declared[name]),
            str(after[name]),
            str(after[name] // line_bytes),
        ]
        for name in names
    ]
