# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""A usual run tries one of the tools by its seed, unless one was changed, is named, or all are."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.setup.native_tools import tool_names
from flatland.testing import corpora, random_programs, slots, tool_choice
from flatland.testing.results import Context, Selection
from flatland.testing.tool_choice import tried


def context(seed: int, *names: str, exhaustive: bool = False) -> Context:
    workspace = Workspace(paths.kit, paths.kit)
    return Context(workspace, Selection(names), False, seed=seed, exhaustive=exhaustive)


@pytest.fixture(autouse=True)
def changed(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """What was changed since others saw it: nothing, until a test adds to it."""
    files: set[Path] = set()
    monkeypatch.setattr(tool_choice, "changed_files", lambda folder: files)
    return files


def test_three_runs_try_all_tools() -> None:
    assert sorted(tool for seed in range(3) for tool in tried(context(seed))) == sorted(tool_names)


def test_a_tool_that_was_changed_has_all_tried(changed: set[Path]) -> None:
    changed.add(paths.kit / "core" / "types.hpp")
    assert len(tried(context(1))) == 1
    changed.add(paths.kit / "tools" / "rewrite" / "lib" / "edit_plan.cpp")
    assert tried(context(1)) == tool_names


@pytest.mark.parametrize("name", ["CMakeLists.txt", "packaging.cmake", "completion.bash.in"])
def test_how_all_tools_are_built_and_packed_is_part_of_each(name: str, changed: set[Path]) -> None:
    changed.add(paths.kit / "tools" / "README.md")
    assert len(tried(context(1))) == 1
    changed.add(paths.kit / "tools" / name)
    assert tried(context(1)) == tool_names


def test_who_names_tests_or_wants_all_has_all() -> None:
    assert tried(context(1, "collapse/fuzz")) == tool_names
    assert tried(context(1, exhaustive=True)) == tool_names


def programs(seed: int, *names: str) -> set[Path]:
    """The programs of the tools' corpora that a run tries."""
    jobs = corpora.jobs(context(seed, *names), ())
    return {file for job in jobs for file in cast("partial[object]", job.run).args[2]}


def test_nine_runs_have_all_programs_of_the_tools() -> None:
    every = set(corpora.all_programs())
    runs = [programs(seed) for seed in range(9)]
    assert set().union(*runs) == every
    assert sum(len(run) for run in runs) == len(every)
    assert programs(1, "tools") == every


def builds_of_slots(seed: int, *names: str) -> set[str]:
    """The ways in which a run builds the library of slots."""
    return {job.name for job in slots.jobs(context(seed, *names))} - {"tools slots/example"}


def test_three_runs_that_try_specialize_build_its_library_in_all_ways() -> None:
    runs = [builds_of_slots(seed) for seed in range(2, 9, len(tool_names))]
    assert all("specialize" in tried(context(seed)) for seed in range(2, 9, len(tool_names)))
    assert sum(len(run) for run in runs) == len(set().union(*runs))
    assert set().union(*runs) == builds_of_slots(2, "tools")


def test_two_runs_that_try_a_tool_have_each_kind_of_random_programs_once() -> None:
    runs = [{job.name.split()[1] for job in random_programs.jobs(context(seed))} for seed in (2, 5)]
    assert runs == [{"specialize/fuzz", "specialize/adversarial"}, {"specialize/marshal"}]
    assert all(len(list(random_programs.jobs(context(seed)))) == 1 for seed in (0, 1, 3, 4))


def test_half_as_many_random_programs_are_tried_where_no_tool_was_changed(
    changed: set[Path],
) -> None:
    def count() -> int:
        trial = next(job for job in random_programs.jobs(context(2)) if "adversarial" in job.name)
        return random_programs.count(context(2), cast("partial[object]", trial.run).args[2])

    unchanged = count()
    changed.add(paths.kit / "tools" / "specialize" / "scan" / "scan.hpp")
    assert (unchanged, count()) == (100, 200)
