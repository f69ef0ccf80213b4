# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels user/l4costs
"""Tests of `flat bench net`, `flat bench l4` and their like."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.bench.marks import Result, as_json, image_record, joined, lines
from flatland.diagnostics import FlatError
from flatland.report.size import Part, SizeReport, boot_modules
from flatland.run.settings import Mark, read_run_file

kit = Path(__file__).resolve().parents[4]

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


def test_an_image_is_measured_with_its_boot_modules_and_without() -> None:
    parts = (
        Part(boot_modules, {"constants": 100, "data": 7}),
        Part("api.Ipc", {"code": 20, "zero": 900}),
        Part("strings, tables", {"constants": 3}),
    )
    record = image_record(SizeReport("kernel.elf", 2000, parts))
    assert record == {"kind": "image", "loaded": 130, "own": 23}


def test_all_figures_of_the_l4_kernel_are_records_that_its_programs_or_images_have() -> None:
    marks = [mark for name in ("pingpong", "l4-costs", "hello") for mark in _marks(name)]
    source = (kit / "user" / "l4costs" / "main.cpp").read_text()
    for each in marks:
        if each.where.get("kind") == "call":
            assert f'"{each.where["what"]}"' in source
    assert {mark.key for mark in marks} >= {"own", "loaded", "lines", "instructions"}


def _marks(kernel: str) -> tuple[Mark, ...]:
    return read_run_file(kit / "kernels" / kernel).marks
