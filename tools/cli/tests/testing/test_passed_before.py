# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""What has passed is remembered by the content of its inputs, and nothing else is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flatland.testing.job import Job
from flatland.testing.passed_before import PassedBefore
from flatland.testing.results import Result, failed, passed, skipped


def job(*inputs: str) -> Job:
    return Job("a job", lambda: [], inputs)


def records(folder: Path) -> PassedBefore:
    return PassedBefore(folder / "build", (folder,))


def make(folder: Path) -> None:
    (folder / "part").mkdir()
    (folder / "part" / "source").write_text("one", encoding="utf-8")
    (folder / "other").write_text("two", encoding="utf-8")


def test_the_same_content_is_known_and_counted_again(tmp_path: Path) -> None:
    make(tmp_path)
    records(tmp_path).add(job("part"), [passed("x", 3), passed("y"), passed("x")])
    os.utime(tmp_path / "part" / "source", (1, 1))
    known = records(tmp_path).find(job("part"))
    assert known is not None
    assert {each.name: each.count for each in known} == {"x": 4, "y": 1}


@pytest.mark.parametrize("change", ["content", "new file", "name", "mode", "another job"])
def test_a_change_of_an_input_is_not_known(tmp_path: Path, change: str) -> None:
    make(tmp_path)
    source = tmp_path / "part" / "source"
    records(tmp_path).add(job("part"), [passed("x")])
    if change == "content":
        before = source.stat()
        source.write_text("eno", encoding="utf-8")
        os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif change == "new file":
        (tmp_path / "part" / "more").touch()
    elif change == "name":
        source.rename(source.with_name("renamed"))
    elif change == "mode":
        source.chmod(0o755)
    asked = Job("x", lambda: [], ("part",)) if change == "another job" else job("part")
    assert records(tmp_path).find(asked) is None


@pytest.mark.parametrize("product", ["compile_commands.json", "build/log", "part/build/log"])
def test_what_runs_make_is_no_input(tmp_path: Path, product: str) -> None:
    make(tmp_path)
    records(tmp_path).add(job("."), [passed("x")])
    file = tmp_path / product
    file.parent.mkdir(exist_ok=True)
    file.write_text("made", encoding="utf-8")
    assert PassedBefore(tmp_path / "build", (tmp_path,)).find(job(".")) is not None


def test_a_change_elsewhere_does_not_matter(tmp_path: Path) -> None:
    make(tmp_path)
    records(tmp_path).add(job("part"), [passed("x")])
    (tmp_path / "other").write_text("changed", encoding="utf-8")
    (tmp_path / "part" / "__pycache__").mkdir()
    (tmp_path / "part" / "__pycache__" / "x.pyc").touch()
    assert records(tmp_path).find(job("part")) is not None


@pytest.mark.parametrize("results", [[], [failed("x", "", "")], [passed("x"), skipped("y", "why")]])
def test_only_what_passed_as_a_whole_is_remembered(tmp_path: Path, results: list[Result]) -> None:
    make(tmp_path)
    records(tmp_path).add(job("part"), results)
    assert records(tmp_path).find(job("part")) is None


def test_a_job_without_inputs_is_never_the_same(tmp_path: Path) -> None:
    random = Job("random", lambda: [])
    records(tmp_path).add(random, [passed("x")])
    assert records(tmp_path).find(random) is None


def test_a_damaged_record_is_not_believed(tmp_path: Path) -> None:
    make(tmp_path)
    records(tmp_path).add(job("part"), [passed("x")])
    (record,) = (tmp_path / "build").iterdir()
    record.write_text('{"x": ', encoding="utf-8")
    assert records(tmp_path).find(job("part")) is None
