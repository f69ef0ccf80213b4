# SPDX-License-Identifier: BSD-2-Clause
# One run in 6, unless changed: tools/cli/flatland/bench
"""Tests of `flat bench ladder`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flatland.bench.ladder import Result, Row, Times
from flatland.bench.table import lines
from flatland.builder.ladder import Step
from flatland.diagnostics import FlatError
from flatland.run.settings import Column, Cycles, Ladder, read_run_file
from tests.builder.sample import flat, make_workspace

run_toml = """\
[ladder]
title = "an operation"
where = { space = "two" }
columns = [{ key = "instructions", title = "instructions" }]

[[ladder.cycles]]
kernel = "other"
target = "hosted"
key = "cycles"
name = "warm"
title = "the same, timed"
"""

ladder = Ladder(
    "an operation",
    (Column("instructions", "instructions"),),
    {"space": "two"},
    cycles=(Cycles("other", "hosted", "cycles", "warm", "the same, timed"),),
)


def test_a_run_file_names_the_operation_and_who_times_it(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(run_toml)
    assert read_run_file(tmp_path).ladder == ladder


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('key = "cycles"', "", "lacks the key `key`"),
        ('kernel = "other"', "kernel = 1", "`1` must be a text"),
        ("[[ladder.cycles]]", "[[ladder.timing]]", "`timing` is not one of"),
    ],
)
def test_a_malformed_ladder_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "run.toml").write_text(run_toml.replace(old, new))
    with pytest.raises(FlatError) as problem:
        read_run_file(tmp_path)
    (diagnostic,) = problem.value.diagnostics
    assert diagnostic.code == "F0804"
    assert message in diagnostic.message


def test_the_table_shows_what_was_measured_and_says_what_was_not() -> None:
    times = Times(9, 120.0, 118.0, 131.0, 1.0)
    first = Row(Step(), "", {"instructions": 40}, {"flat::Tcb": 96}, 1000, cycles={"warm": times})
    second = Row(Step("lto", True), problem="it does not link")
    text = lines(
        "sample", Result(ladder, [first, second], {"compiler": "clang 19", "flags": "-O2"})
    )
    assert text[-1] == "Measured with clang 19, -O2."
    assert text[0] == "an operation"
    assert any(line.split() == ["virtual", "40", "96", "1000"] for line in text)
    assert any(line.split() == ["virtual", "120", "118", "131", "1.00"] for line in text)
    assert any(line.split() == ["lto,", "retpolines", *"---"] for line in text)
    assert any(line.split() == ["lto,", "retpolines", *"----"] for line in text)
    assert "lto, retpolines: it does not link" in text
    assert any("by the kernel other (hosted)" in line for line in text)


def test_every_step_of_a_kernel_without_an_operation_has_its_size(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    done = flat(folder, "bench", "ladder", "sample", "--format", "json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["measured"]["compiler"].startswith("clang ")
    rows = {(row["variant"], row["retpolines"]): row for row in report["rows"]}
    variants = ("virtual", "final", "lto", "flat")
    layouts = {(name, False) for name in ("alphabetical", "laid-out", "special")}
    assert set(rows) == {(name, hard) for name in variants for hard in (False, True)} | layouts
    without = [key for key, row in rows.items() if row["problem"]]
    assert without == [("laid-out", False)], "it tells of no objects"
    built = [row for key, row in rows.items() if key not in without]
    assert all(row["image_bytes"] > 0 and row["operation"] is None for row in built)
    hardened = rows["virtual", True]["image_bytes"]
    assert hardened > rows["virtual", False]["image_bytes"]


def test_a_kernel_that_does_not_build_at_all_is_an_error(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path, {"components/sample/hello.cpp": "no C++\n"})
    done = flat(folder, "bench", "ladder", "sample")
    assert done.returncode == 1
    assert "error[F0706]" in done.stderr
    assert done.stdout == ""
