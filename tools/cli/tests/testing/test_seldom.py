# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""Files of tests that one run in a few tries, unless what they are for has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.builder.workspace import Workspace
from flatland.testing import tool_choice, usual_part
from flatland.testing.results import Context, Selection
from flatland.testing.seldom import is_left_out

_line = "# One run in 3, unless changed: tools/memtrace tools/reorder\n"


@pytest.fixture(autouse=True)
def changed(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """What was changed since others saw it: nothing, until a test adds to it."""
    files: set[Path] = set()
    for module in (tool_choice, usual_part):
        monkeypatch.setattr(module, "changed_files", lambda folder: files)
    return files


def file_of(folder: Path, line: str = _line) -> Path:
    file = folder / "test_long.py"
    file.write_text(f"# SPDX-License-Identifier: BSD-2-Clause\n{line}", encoding="utf-8")
    return file


def runs(file: Path, *names: str, number: int = 7, exhaustive: bool = False) -> int:
    """How many runs of 30 try it."""
    workspace = Workspace(file.parent, file.parent)
    contexts = (
        Context(workspace, Selection(names), False, seed=seed, exhaustive=exhaustive)
        for seed in range(30)
    )
    return sum(not is_left_out(each, file, number) for each in contexts)


def test_one_run_in_three_tries_it(tmp_path: Path) -> None:
    assert [runs(file_of(tmp_path), number=number) for number in range(3)] == [10] * 3


@pytest.mark.parametrize("few", [3, 6])
def test_it_is_tried_with_each_compiler(few: int, tmp_path: Path) -> None:
    file = file_of(tmp_path, f"# One run in {few}, unless changed: core\n")
    workspace = Workspace(tmp_path, tmp_path)
    for number in range(6):
        parts = [
            part
            for part in range(72)
            if not is_left_out(Context(workspace, Selection(), False, seed=part), file, number)
        ]
        assert {usual_part.compiler_of_run(part) for part in parts} == {"clang", "g++"}


def test_each_run_tries_as_many_files(tmp_path: Path) -> None:
    file = file_of(tmp_path, "# One run in 5, unless changed: core\n")
    context = Context(Workspace(tmp_path, tmp_path), Selection(), False, seed=23)
    assert sum(not is_left_out(context, file, number) for number in range(50)) == 10


def test_a_file_that_needs_a_tool_is_tried_where_the_tool_is(tmp_path: Path) -> None:
    file = file_of(tmp_path, "# With the tool specialize, unless changed: bench/rpc\n")
    assert runs(file) == 10
    assert runs(file, "test_long.py") == 30


def test_a_file_that_needs_a_tool_is_tried_where_what_it_is_for_is_changed(
    tmp_path: Path, changed: set[Path]
) -> None:
    changed.add(tmp_path / "bench" / "rpc" / "client.cpp")
    file = file_of(tmp_path, "# With the tool specialize, unless changed: bench/rpc\n")
    assert runs(file) == 30


def test_all_try_a_file_that_does_not_say_so(tmp_path: Path) -> None:
    assert runs(file_of(tmp_path, "")) == 30


@pytest.mark.parametrize("name", ["tools/reorder/lib/solver.cpp", "test_long.py"])
def test_all_try_it_while_it_or_what_it_is_for_is_changed(
    name: str, tmp_path: Path, changed: set[Path]
) -> None:
    changed.add(tmp_path / name)
    assert runs(file_of(tmp_path)) == 30


def test_all_try_it_that_name_it_or_want_everything(tmp_path: Path) -> None:
    assert runs(file_of(tmp_path), "test_long.py") == 30
    assert runs(file_of(tmp_path), exhaustive=True) == 30
