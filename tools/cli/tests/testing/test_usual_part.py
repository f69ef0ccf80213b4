# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""A usual run looks at one part of many things that are alike, and at what was changed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from flatland.builder.workspace import Workspace
from flatland.testing import usual_part
from flatland.testing.results import Context, Selection
from flatland.testing.usual_part import part_name, part_of, random_seed

_folder = Path("/nowhere")
_files = [_folder / "part" / f"{index}.cpp" for index in range(10)]


@pytest.fixture(autouse=True)
def changed(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """What was changed since others saw it: nothing, until a test adds to it."""
    files: set[Path] = set()
    monkeypatch.setattr(usual_part, "changed_files", lambda folder: files)
    return files


def context(seed: int, *names: str, quick: bool = False, exhaustive: bool = False) -> Context:
    workspace = Workspace(_folder, _folder)
    return Context(workspace, Selection(names, quick), False, exhaustive, seed)


def part(of: Context) -> list[Path]:
    return part_of(of, _files, lambda file: (file,), 3)


def test_as_many_runs_as_there_are_parts_have_everything_once() -> None:
    parts = [part(context(seed)) for seed in range(7, 10)]
    assert sorted(file for each in parts for file in each) == sorted(_files)
    assert {len(each) for each in parts} == {3, 4}


def test_a_part_that_is_stated_is_taken_whatever_the_seed() -> None:
    stated = [dataclasses.replace(context(seed), choice=2) for seed in range(5)]
    assert [part(each) for each in stated] == [part(context(2))] * 5


def test_random_tests_of_usual_runs_begin_alike_until_others_have_the_work() -> None:
    usual = [dataclasses.replace(context(seed), choice=2) for seed in range(5)]
    assert {random_seed(each) for each in usual} == {2}
    named = dataclasses.replace(context(7, "bindings/random"), choice=2)
    large = dataclasses.replace(context(7, exhaustive=True), choice=2)
    assert [random_seed(named), random_seed(large)] == [7, 7]


def test_what_was_changed_is_in_every_part(changed: set[Path]) -> None:
    changed.add(_files[4])
    parts = [part(context(seed)) for seed in range(3)]
    assert all(_files[4] in each for each in parts)
    assert [each == sorted(each) for each in parts] == [True] * 3


def test_a_folder_of_which_a_file_was_changed_is_in_every_part(changed: set[Path]) -> None:
    changed.add(_files[0])
    for seed in (0, 1):
        assert part_of(context(seed), [1, 2], lambda _: (_folder / "part",), 2) == [1, 2]


def test_who_names_tests_or_wants_all_or_the_quick_ones_gets_no_part() -> None:
    for each in (context(1, "lint"), context(1, exhaustive=True), context(1, quick=True)):
        assert part(each) == _files
        assert part_name(each, 3) == ""


def test_a_part_has_its_own_name_as_another_may_have_passed_before() -> None:
    assert [part_name(context(seed), 2) for seed in (4, 5)] == [", part 1 of 2", ", part 2 of 2"]
