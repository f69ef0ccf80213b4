# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of `flat bench net`."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.bench.marks import Result, as_json, joined, lines
from flatland.diagnostics import FlatError
from flatland.run.settings import Mark, read_run_file

run_toml = """\
[[marks]]
title = "an operation"
where = { of = "datagram", bytes = 1 }
key = "kernel"
most = 100
other = "300"
"""

mark = Mark("an operation", "kernel", {"of": "datagram", "bytes": 1}, 100, "300")


def test_a_run_file_sets_marks(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(run_toml)
    assert read_run_file(tmp_path).marks == (mark,)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("most = 100", 'most = "few"', "`few` must be a number"),
        ('key = "kernel"', "", "lacks the key `key`"),
        ("other", "linux", "`linux` is not one of"),
    ],
)
def test_a_malformed_mark_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "run.toml").write_text(run_toml.replace(old, new))
    with pytest.raises(FlatError) as problem:
        read_run_file(tmp_path)
    assert message in problem.value.diagnostics[0].message


def test_the_table_says_which_marks_are_not_met_and_what_was_not_measured() -> None:
    counted = [(mark, [250, 101, None, 99])]
    result = Result(counted, ["laid-out: no objects"], {"compiler": "clang 19"})
    text = "\n".join(lines(result))
    assert "laid-out: no objects" in text
    assert "not met by flat: an operation" in text
    assert as_json(result)["rows"][0]["flat"] == 101


def test_a_mark_that_is_met_is_no_remark() -> None:
    text = "\n".join(lines(Result([(mark, [250, 100, 90, 80])], [])))
    assert "not met" not in text


def test_several_kernels_make_one_table() -> None:
    one = Result([(mark, [250, 100, 90, 80])], ["laid-out: no objects"], {"compiler": "clang 19"})
    other = Result([(mark, [7, 6, 5, 4])], ["laid-out: no objects"], {"compiler": "clang 19"})
    both = joined([one, other])
    assert both.rows == [*one.rows, *other.rows]
    assert both.problems == ["laid-out: no objects"]
    assert both.measured == one.measured
