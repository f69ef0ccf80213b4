# SPDX-License-Identifier: BSD-2-Clause
"""Turns have all compilers and all classes between them."""

# Reads: tools/real

from __future__ import annotations

import pytest
from realcode.options import TURNS, in_turn, part_in_turn


def test_without_turns_there_is_everything() -> None:
    assert in_turn(["clang", "g++"], None) == ["clang", "g++"]
    assert part_in_turn("abcdefghi", None) == "abcdefghi"


@pytest.mark.parametrize("count", [1, 6, 9])
def test_all_turns_have_everything_once(count: int) -> None:
    names = [str(number) for number in range(count)]
    parts = [part_in_turn(names, turn) for turn in range(6, 6 + TURNS)]
    assert sorted(name for part in parts for name in part) == names
    assert {len(part) for part in parts} <= {count // TURNS, -(-count // TURNS)}
    assert len({tuple(in_turn(["clang", "g++"], turn)) for turn in range(TURNS)}) == 2
