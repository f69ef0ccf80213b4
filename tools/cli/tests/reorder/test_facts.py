# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of `--facts`: what the source of a class says binds its plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flatland.diagnostics import FlatError
from flatland.reorder.facts import Facts, read_facts
from flatland.reorder.recorded import Constraints, Recorded
from tests.builder.sample import flat
from tests.reorder.sample import profile, request


def _item(name: str, offset: int, **more: Any) -> dict[str, Any]:
    return {"members": [{"name": name, "offset": offset}], "offset": offset, **more}


def _description(**more: Any) -> dict[str, Any]:
    """Of the class `Pair` of the sample profile, as `reorder describe` prints it."""
    items = [_item("first", 0), _item("between", 8), _item("second", 24)]
    values = {"format": "flatland-class", "version": 1, "name": "Pair", "items": items}
    return {**values, "order": [], "obstacles": [], **more}


def _write(folder: Path, values: Any) -> str:
    file = folder / "facts.json"
    file.write_text(json.dumps(values), encoding="utf-8")
    return str(file)


def _planned(folder: Path, *words: str) -> list[str]:
    """The members in their new order."""
    command = ["reorder", "plan", str(profile(folder)), "--format", "json", *words]
    done = flat(folder, *command)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["classes"]
    return [each["name"] for each in found["plan"]["members"]]


def test_members_that_must_keep_their_order_keep_it(tmp_path: Path) -> None:
    order = [
        {"before": "second", "after": "first", "reason": {}},
        {"before": "first", "after": "between", "reason": {}},
    ]
    assert _planned(tmp_path) != ["second", "first", "between"]
    facts = _write(tmp_path, _description(order=order))
    assert _planned(tmp_path, "--facts", facts) == ["second", "first", "between"]


def test_a_member_that_must_stay_first_or_last_stays_there(tmp_path: Path) -> None:
    items = [
        _item("first", 0, pinned={"place": "first", "reason": "a cast"}),
        _item("between", 8),
        _item("second", 24, pinned={"place": "last", "reason": "more may follow"}),
    ]
    facts = _write(tmp_path, _description(items=items))
    assert _planned(tmp_path, "--facts", facts) == ["first", "between", "second"]


def test_facts_name_any_member_that_moves_with_others() -> None:
    facts = Facts("Request", {}, before=(("tail", "high"), ("head", "tail")), first="head")
    problem = Recorded(request(), Constraints(), facts).problem()
    assert problem.before == (("tail", "low"), ("head", "tail"))
    assert problem.by_name["head"].pinned == 16


def test_obstacles_are_told_before_planning(tmp_path: Path) -> None:
    place = {"file": "pair.c", "line": 7, "column": 3}
    obstacle = {"code": "R0502", "message": "the bytes of `Pair` leave", **place}
    with pytest.raises(FlatError) as raised:
        read_facts(Path(_write(tmp_path, _description(obstacles=[obstacle]))))
    (told,) = raised.value.diagnostics
    assert told.code == "F1127"
    assert told.notes == ("R0502 pair.c:7:3: the bytes of `Pair` leave",)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (_description(obstacles=[{}]), "F1128"),
        (_description(format="flatland-layout"), "F1128"),
        ([], "F1128"),
        (_description(name="Pear"), "F1120"),
        (_description(items=[_item("first", 8)]), "F1129"),
        (_description(items=[_item("third", 8)]), "F1129"),
    ],
)
def test_facts_that_do_not_fit_are_an_error(tmp_path: Path, values: Any, code: str) -> None:
    facts = _write(tmp_path, values)
    done = flat(tmp_path, "reorder", "plan", str(profile(tmp_path)), "--facts", facts)
    assert done.returncode == 1
    assert f"error[{code}]" in done.stderr


def test_facts_that_cannot_be_read_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(FlatError, match="nothing.json is no description of a class"):
        read_facts(tmp_path / "nothing.json")
