# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of the problem that a profile poses, and of lines counted under a layout."""

from __future__ import annotations

from fractions import Fraction

import pytest

from flatland.diagnostics import FlatError
from flatland.reorder.lines import RoleLines, sequence_lines, weighted_lines
from flatland.reorder.problem import Base
from flatland.reorder.recorded import Constraints, Recorded
from tests.reorder.sample import request


def test_parts_become_items_and_bases_are_pinned() -> None:
    problem = Recorded(request(), Constraints()).problem()
    items = {item.name: item for item in problem.items}
    assert list(items) == ["(bases)", "head", "low", "body", "tail", "bytes"]
    assert (items["(bases)"].pinned, items["(bases)"].size) == (0, 16)
    assert (items["low"].size, items["low"].align) == (4, 4)
    assert items["bytes"].last
    assert items["head"].first_access == 0
    assert items["tail"].first_access == 1
    assert items["body"].first_access is None


def test_each_object_of_a_sequence_has_its_own_footprint() -> None:
    first, second, third = Recorded(request(), Constraints()).problem().footprints
    assert (first.weight, second.weight, third.weight) == (90, 90, 10)
    assert first.touched == {"head": ((0, 8),), "tail": ((0, 4),)}
    assert first.dirtied == {"tail": ((0, 4),)}
    assert second.touched == {"low": ((0, 1),), "(bases)": ((8, 16),)}
    assert third.touched == {"body": ((8, 16), (104, 112))}


def test_rare_sequences_can_be_left_out() -> None:
    problem = Recorded(request(), Constraints(least_weight=0.2)).problem()
    assert [each.weight for each in problem.footprints] == [90, 90]


def test_a_scalar_that_is_accessed_in_halves_needs_the_alignment_of_a_half() -> None:
    def align_of_tail(constraints: Constraints) -> int:
        return Recorded(request(), constraints).problem().by_name["tail"].align

    assert align_of_tail(Constraints()) == 8
    assert align_of_tail(Constraints(relaxed=True)) == 4


def test_objects_begin_where_they_were_recorded_unless_the_user_says_otherwise() -> None:
    values = request()
    assert Recorded(values, Constraints()).problem().base == Base()
    values["base"] = {"offset": 8, "align_bytes": 64}
    assert Recorded(values, Constraints()).problem().base == Base(offset=8)
    values["base"] = {"offset": 0, "align_bytes": 16}
    assert Recorded(values, Constraints()).problem().base == Base(anywhere=16)
    assert Recorded(values, Constraints(base=Base())).problem().base == Base()


def test_constraints_name_any_member_of_a_part() -> None:
    constraints = Constraints(
        pins={"high": 20}, together=(("head", "tail"),), dirty_weight=Fraction(1, 2)
    )
    problem = Recorded(request(), constraints).problem()
    assert problem.by_name["low"].pinned == 20
    assert problem.together == (("head", "tail"),)
    with pytest.raises(FlatError, match="has no member `heed`"):
        Recorded(request(), Constraints(together=(("heed", "tail"),))).problem()


def test_lines_are_counted_for_each_object_and_layout() -> None:
    recorded = Recorded(request(), Constraints())
    problem = recorded.problem()
    lines = sequence_lines(recorded, problem, recorded.declared)
    assert lines[0].roles == (RoleLines(2, 1), RoleLines(1, 0))
    assert lines[1].roles == (RoleLines(2, 0),)
    assert weighted_lines(lines) == pytest.approx((90 * 3 + 10 * 2) / 100)
    together = {**recorded.declared, "tail": 32, "body": 40}
    lines = sequence_lines(recorded, problem, together)
    assert lines[0].roles == (RoleLines(1, 1), RoleLines(1, 0))
