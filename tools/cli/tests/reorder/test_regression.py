# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of the guard that a class touches no more lines than when it was recorded."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path

import pytest

from flatland.reorder.recorded import Constraints, Recorded
from flatland.reorder.regression import Culprit, compare
from tests.builder.sample import flat
from tests.reorder.sample import profile, request


def test_the_same_layout_is_no_regression() -> None:
    recorded = Recorded(request(), Constraints())
    assert compare(recorded, recorded.declared).regressions == []


def test_a_member_that_has_moved_to_a_line_of_its_own_is_named() -> None:
    recorded = Recorded(request(), Constraints())
    worse = {**recorded.declared, "low": 160}
    (found,) = compare(recorded, worse).regressions
    assert (found.object, found.lines_before, found.lines_now) == (1, 1, 2)
    assert Culprit("low", 24, 160) in found.culprits


def test_a_class_is_worse_only_if_it_is_on_average() -> None:
    recorded = Recorded(request(), Constraints())
    worse = compare(recorded, {**recorded.declared, "low": 160})
    assert worse.is_worse and worse.regressions
    traded = dataclasses.replace(worse, before=worse.now)
    assert not traded.is_worse and traded.regressions


source = """
struct Pair { long first; char between[%d]; long second; };
int main() { Pair pair = {}; return pair.first + pair.second; }
"""


@pytest.mark.parametrize("is_built", [False, True])
def test_a_source_whose_class_has_grown_apart_fails_the_check(
    tmp_path: Path, is_built: bool
) -> None:
    def check(between: int, *options: str) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "pair.cc"
        file.write_text(source % between, encoding="utf-8")
        if is_built:
            subprocess.run(["g++", "-g", "pair.cc", "-o", "pair"], cwd=tmp_path, check=True)
            file = tmp_path / "pair"
        return flat(tmp_path, "reorder", "check", str(profile(tmp_path)), str(file), *options)

    good = check(16)
    assert good.returncode == 0, good.stderr
    assert "Pair: 1.00 lines per invocation, 1.00 when recorded" in good.stdout
    bad = check(80)
    assert bad.returncode == 1
    assert "object 0: 2 lines, 1 when recorded" in bad.stdout
    assert "second: at 88, was at 24" in bad.stdout
    assert check(32).returncode == 0
    assert check(32, "--line", "32").returncode == 1
    assert check(32, "--at", "24").returncode == 1
    assert "error[F1101]" in check(16, "--anywhere", "3").stderr


def test_a_class_or_member_that_is_gone_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "pair.cc"
    file.write_text("struct Pair { long first, third; } pair;\n", encoding="utf-8")
    done = flat(tmp_path, "reorder", "check", str(profile(tmp_path)), str(file))
    assert done.returncode == 1
    assert "error[F1123]" in done.stderr
    file.write_text("int pair;\n", encoding="utf-8")
    done = flat(tmp_path, "reorder", "check", str(profile(tmp_path)), str(file))
    assert "error[F1122]" in done.stderr
    file.write_text("int pair\n", encoding="utf-8")
    done = flat(tmp_path, "reorder", "check", str(profile(tmp_path)), str(file))
    assert "error[F1125]" in done.stderr
    done = flat(tmp_path, "reorder", "check", str(profile(tmp_path)), "nothing.cc")
    assert "error[F1124]" in done.stderr
