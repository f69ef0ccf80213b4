# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of `flat reorder plan` and `flat reorder draw`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.builder.sample import flat
from tests.reorder.sample import profile


def test_a_plan_says_what_it_gains_and_is_written_for_the_program_that_rewrites(
    tmp_path: Path,
) -> None:
    file = str(profile(tmp_path))
    done = flat(tmp_path, "reorder", "plan", file, "--line", "32", "-o", "plan.json")
    assert done.returncode == 0, done.stderr
    assert "Pair: 32 bytes, 3 parts to place" in done.stdout
    assert "proven to be the least" in done.stdout
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert (plan["format"], plan["line_bytes"]) == ("flatland-layout", 32)
    (found,) = plan["classes"]
    assert sorted(each["name"] for each in found["members"]) == ["between", "first", "second"]
    assert found["size_bytes"] == 32


def test_the_same_as_data(tmp_path: Path) -> None:
    file = str(profile(tmp_path))
    done = flat(tmp_path, "reorder", "plan", file, "--format", "json", "--apart", "first:second")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["classes"]
    offsets = {each["name"]: each["offset"] for each in found["plan"]["members"]}
    assert offsets["first"] // 64 != offsets["second"] // 64
    assert found["lower_bound"] <= found["cost"]


def test_a_time_limit_shows_progress_and_says_that_it_is_not_reproducible(tmp_path: Path) -> None:
    words = ["reorder", "plan", str(profile(tmp_path)), "-o", "plan.json"]
    for limit, reproducible in ([], True), (["--time-limit", "2"], False):
        done = flat(tmp_path, *words, *limit)
        assert done.returncode == 0, done.stderr
        plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
        assert plan.get("reproducible", True) == reproducible
        assert ("Not reproducible" in done.stdout) != reproducible
        assert ("lower bound" in done.stderr) != reproducible
        data = flat(tmp_path, *words, *limit, "--format", "json")
        (found,) = json.loads(data.stdout)["classes"]
        assert found["reproducible"] == reproducible


def test_a_picture_shows_each_access_in_both_layouts(tmp_path: Path) -> None:
    file = str(profile(tmp_path))
    done = flat(tmp_path, "reorder", "draw", file, "-o", "pair.svg")
    assert done.returncode == 0, done.stderr
    picture = ElementTree.parse(tmp_path / "pair.svg")
    name = "{http://www.w3.org/2000/svg}"
    titles = [each.findtext(f"{name}title") for each in picture.iter(f"{name}circle")]
    assert titles.count("read of first, object 0") == 2
    assert titles.count("read of second, object 0") == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["plan", "profile.json", "--class", "Pear"], "F1120"),
        (["plan", "profile.json", "--pin", "third=0"], "F1121"),
        (["plan", "profile.json", "--pin", "first=4"], "F1104"),
        (["plan", "profile.json", "--together", "first,between,second", "--line", "32"], None),
        (["plan", "profile.json", "--pin", "first"], "F0903"),
        (["plan", "profile.json", "--time-limit", "0"], "F0903"),
        (["plan", "nothing.json"], "F1009"),
        (["draw", "profile.json", "-o", "x.svg", "--sequence", "7"], "F1126"),
    ],
)
def test_what_makes_no_sense_is_an_error(
    tmp_path: Path, words: list[str], code: str | None
) -> None:
    profile(tmp_path)
    done = flat(tmp_path, "reorder", *words)
    assert (done.returncode != 0) == (code is not None)
    assert code is None or f"error[{code}]" in done.stderr
