# SPDX-License-Identifier: BSD-2-Clause
# With the tool specialize, unless changed: bench/rpc components/rpc tools/specialize
"""The bench of remote procedure calls counts what it says it counts."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from instructions import Figure, measure_all, table
from levels import Transport, levels

calls = 10


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    return measure_all(calls, ["-O2", "by hand"])


def of_general_code(figures: list[Figure]) -> list[Figure]:
    return [figure for figure in figures if figure.way == "-O2"]


def test_calls_are_answered_where_they_wait_for_it(figures: list[Figure]) -> None:
    waiting = {level.name for level in levels if level.waits}
    assert waiting
    assert {figure.level for figure in figures} == {level.name for level in levels}
    for figure in figures:
        assert figure.answered == (calls if figure.level in waiting else 0), figure


def test_every_integer_costs_the_same(figures: list[Figure]) -> None:
    by_level: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in of_general_code(figures):
        if figure.procedure == "echo":
            by_level[figure.level].append(figure)
    assert len(by_level) == len(levels)
    for level, row in by_level.items():
        assert [figure.integers for figure in row] == [20, 100, 250, 500, 1000, 2000]
        slopes = {
            (more.instructions - less.instructions) / (more.integers - less.integers)
            for less, more in pairwise(row)
        }
        assert max(slopes) - min(slopes) < 1, level
        assert min(slopes) > 5, level


@pytest.mark.parametrize("transport", list(dict.fromkeys(level.transport for level in levels)))
def test_the_further_a_call_goes_the_more_it_costs(
    transport: Transport, figures: list[Figure]
) -> None:
    names = [level.name for level in levels if level.transport is transport]
    by_call: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for figure in of_general_code(figures):
        if figure.level in names:
            by_call[figure.procedure, figure.integers].append(figure.instructions)
    for costs in by_call.values():
        assert costs == sorted(costs)
        assert len(set(costs)) == len(names)


def test_the_table_has_a_row_for_every_procedure_and_size(figures: list[Figure]) -> None:
    rows = [line for line in table(figures) if "integers" in line]
    assert len(rows) == len(of_general_code(figures))


def test_the_client_made_by_hand_costs_a_third_at_most(figures: list[Figure]) -> None:
    marshalling = [figure for figure in figures if figure.level == levels[0].name]
    cost = {(each.way, each.procedure, each.integers): each.instructions for each in marshalling}
    for (way, procedure, integers), instructions in cost.items():
        if way == "by hand":
            assert instructions * 3 < cost["-O2", procedure, integers], (procedure, integers)
