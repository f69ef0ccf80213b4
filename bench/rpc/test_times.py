# SPDX-License-Identifier: BSD-2-Clause
# With the tool specialize, unless changed: bench/rpc components/rpc tools/specialize
"""Times are compared by the least of all rounds, and only if both halves of them agree."""

from __future__ import annotations

import pytest
from levels import levels
from programs import ways_of
from times import Figure, Ratio, Row, base, cell, compare, table

row = Row(levels[0].name, "min", 2)
steady = Figure(row, base, [100.0, 100.0, 130.0, 101.0])


def figure(*times: float) -> Figure:
    return Figure(row, "specialised", list(times))


def test_the_least_times_are_compared_whichever_rounds_they_are_of() -> None:
    ratio = compare(figure(90.0, 26.0, 25.0, 99.0), steady)
    assert (ratio.rounds, ratio.least_ns, ratio.ratio) == (4, 25.0, 0.25)
    assert ratio.is_stable
    assert cell(ratio) == "0.25"


def test_a_figure_is_not_printed_if_one_half_of_the_rounds_is_slower() -> None:
    ratio = compare(figure(20.0, 25.0, 21.0, 26.0), steady)
    assert ratio.difference == pytest.approx(0.05 / 0.2, rel=0.05)
    assert not ratio.is_stable
    assert "unstable" in cell(ratio)


def test_a_slow_turn_now_and_then_does_no_harm() -> None:
    assert compare(figure(20.0, 90.0, 80.0, 20.0), steady).is_stable


def test_the_table_has_a_column_for_each_way_and_the_time_of_the_base() -> None:
    ways = ways_of(levels[0])
    ratios = [Ratio(row, way, 4, 123.0, 0.5, 0.0) for way in ways]
    title, heads, line = table([*ratios])[:3]
    assert title == levels[0].name
    assert all(way in heads for way in ways)
    assert line.split() == ["min,", "2", "integers", "123", *["0.50"] * (len(ways) - 1)]
