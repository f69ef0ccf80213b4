# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of layout plans as files."""

from __future__ import annotations

from flatland.reorder.plan_file import class_values, plan_values
from flatland.reorder.recorded import Constraints, Recorded
from tests.reorder.sample import request


def test_a_plan_names_members_in_their_new_order_with_their_places() -> None:
    recorded = Recorded(request(), Constraints())
    offsets = {"(bases)": 0, "head": 16, "tail": 24, "low": 32, "body": 40, "bytes": 152}
    assert class_values(recorded, recorded.problem(), offsets) == {
        "name": "Request",
        "size_bytes": 152,
        "members": [
            {"name": "head", "offset": 16},
            {"name": "tail", "offset": 24},
            {"name": "low", "offset": 32},
            {"name": "high", "offset": 32},
            {"name": "body", "offset": 40},
            {"name": "bytes", "offset": 152},
        ],
    }


def test_holes_that_alignment_does_not_make_are_padding() -> None:
    recorded = Recorded(request(), Constraints())
    offsets = {"(bases)": 0, "low": 16, "head": 32, "tail": 64, "body": 72, "bytes": 184}
    members = class_values(recorded, recorded.problem(), offsets)["members"]
    assert {each["name"]: each.get("padding_before") for each in members} == {
        "low": None,
        "high": None,
        "head": 15,
        "tail": 24,
        "body": None,
        "bytes": None,
    }


def test_a_relaxed_alignment_is_stated() -> None:
    recorded = Recorded(request(), Constraints(relaxed=True))
    offsets = {"(bases)": 0, "low": 16, "tail": 20, "head": 32, "body": 40, "bytes": 152}
    members = class_values(recorded, recorded.problem(), offsets)["members"]
    assert [each for each in members if "align" in each] == [
        {"name": "tail", "offset": 20, "align": 4}
    ]


def test_a_plan_file_says_what_it_is() -> None:
    assert plan_values([], 32) == {
        "format": "flatland-layout",
        "version": 1,
        "line_bytes": 32,
        "classes": [],
    }
