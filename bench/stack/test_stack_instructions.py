# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/stack-rounds
# One run in 3, unless changed: bench/stack components/net
"""The bench of protocol stacks counts what it says it counts."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

_file = Path(__file__).with_name("instructions.py")


@pytest.fixture(scope="module")
def figures() -> dict[str, list[tuple[int, int]]]:
    """By stack, what was counted for 50 datagrams and for 100."""
    spec = spec_from_file_location("stack_instructions", _file)
    assert spec and spec.loader
    bench = module_from_spec(spec)
    sys.modules[spec.name] = bench
    spec.loader.exec_module(bench)
    found: dict[str, list[tuple[int, int]]] = {}
    for rounds in (50, 100):
        for each in bench.measure_all(rounds, ("flat",)):
            found.setdefault(each.stack, []).append((each.round_trip, each.stream))
    return found


def test_a_datagram_costs_the_same_however_many_there_are(
    figures: dict[str, list[tuple[int, int]]],
) -> None:
    assert set(figures) == {"ours, flat", "lwIP"}
    for stack, ((few, _), (many, _)) in figures.items():
        assert abs(few - many) * 50 < many, stack


def test_a_stream_costs_as_much_after_other_datagrams(
    figures: dict[str, list[tuple[int, int]]],
) -> None:
    for stack, ((_, before), (_, after)) in figures.items():
        assert abs(before - after) * 50 < after, stack


def test_ours_takes_less_than_lwip(figures: dict[str, list[tuple[int, int]]]) -> None:
    for ours, other in zip(figures["ours, flat"], figures["lwIP"], strict=True):
        assert ours[0] < other[0]
        assert ours[1] < other[1]
