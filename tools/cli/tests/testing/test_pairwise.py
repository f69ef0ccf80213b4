# SPDX-License-Identifier: BSD-2-Clause
"""The chosen rows have each first value and every pair of the others, and are few."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, cast

import pytest

from flatland.testing import boot, images, usual_part
from flatland.testing.boot import files, read_boot_tests
from flatland.testing.pairwise import Row, one_of_each
from flatland.testing.results import Context, Selection
from flatland.testing.usual_part import compiler_of_run
from tests.testing.support import kit

seeds = range(20)


@pytest.fixture
def nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have all that is here."""
    monkeypatch.setattr(usual_part, "changed_files", lambda folder: frozenset())


def pairs(rows: Sequence[Row]) -> set[tuple[int, str, int, str]]:
    """Of all values but the first."""
    return {(i, row[i], k, row[k]) for row in rows for i, k in combinations(range(1, len(row)), 2)}


@pytest.mark.parametrize("seed", seeds)
def test_each_first_value_and_each_pair_of_others_is_chosen(seed: int) -> None:
    rows = list(product("abcdefgh", "xy", "12", "+-"))
    chosen = one_of_each(rows, seed)
    assert pairs(chosen) == pairs(rows)
    assert {row[0] for row in chosen} == set("abcdefgh")
    assert chosen == [row for row in rows if row in chosen]
    assert len(chosen) == 8


def test_rows_that_are_not_a_product_are_covered_too() -> None:
    rows = [("a", "x", "1"), ("a", "y", "2"), ("b", "y", "1"), ("b", "y", "2")]
    for seed in seeds:
        assert pairs(one_of_each(rows, seed)) == pairs(rows)


def test_one_seed_chooses_the_same_and_all_seeds_together_choose_everything() -> None:
    rows = list(product("abcdefgh", "xy", "12", "+-"))
    assert one_of_each(rows, 7) == one_of_each(rows, 7)
    assert {row for seed in range(200) for row in one_of_each(rows, seed)} == set(rows)


def test_the_boot_tests_of_a_usual_run_are_few_and_reach_every_kernel() -> None:
    rows = [test.factors for file in files(kit) for test in read_boot_tests(file)]
    chosen = one_of_each(rows, 1)
    assert {row[0] for row in chosen} == {row[0] for row in rows}
    assert pairs(chosen) == pairs(rows)
    assert len(chosen) < 1.2 * len(files(kit))


def ways(seed: int, every: Sequence[images.Kernel]) -> set[Row]:
    """What a usual run builds."""
    context = Context(kit, Selection(), False, seed=seed)
    return {*boot.built(boot.usual(context)), *images.usual(context, every)}


def test_three_usual_runs_build_every_kernel_and_twelve_in_all_its_ways(
    nothing_changed: None,
) -> None:
    everything = Context(kit, Selection(("images",)), False)
    kernels = images.kernels(kit)
    every = {row for job in images.jobs(everything) for row in cast("Any", job.run).args[2]}
    runs = [ways(seed, kernels) for seed in range(12)]
    for number in range(0, 12, 3):
        three = set().union(*runs[number : number + 3])
        assert {row[0] for row in three} == {row[0] for row in every}
    assert set().union(*runs) >= every
    assert all(len(run) < len(every) / 3 for run in runs)


def test_most_kernels_of_a_run_are_built_by_one_compiler(nothing_changed: None) -> None:
    kernels = images.kernels(kit)
    for seed in range(6):
        built = ways(seed, kernels)
        mine = [row for row in built if row[2] == compiler_of_run(seed)]
        assert len(mine) > 0.8 * len(built)
    assert {compiler_of_run(seed) for seed in range(6)} == {"clang", "g++"}


def test_what_is_never_booted_is_built_where_something_in_it_was_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others, own = ({kit.folder / "components" / name} for name in ("doom", "router/planp/form.hpp"))
    booted = {row[0] for row in boot.built(boot.every(Context(kit, Selection(), False)))}
    (kernel,) = [each for each in images.kernels(kit) if each.name.endswith("router/nat.flat")]
    assert kernel.name not in booted
    found = []
    for files_changed in (set(), others, own):
        monkeypatch.setattr(usual_part, "changed_files", lambda folder, files=files_changed: files)
        contexts = (Context(kit, Selection(), False, seed=seed) for seed in range(3))
        found.append(sum(bool(images.usual(each, [kernel])) for each in contexts))
    assert found == [1, 1, 3]


def test_four_usual_runs_try_every_boot_test_each_with_all_pairs(nothing_changed: None) -> None:
    rows = [test.factors for test in boot.every(Context(kit, Selection(), False))]
    runs = [boot.usual(Context(kit, Selection(), False, seed=seed)) for seed in (3, 4, 5, 6)]
    files_of = [{test.file for test in run} for run in runs]
    usual = {
        test.file for test in boot.every(Context(kit, Selection(), False)) if not test.is_exhaustive
    }
    assert set().union(*files_of) == usual
    assert all(len(run) < 0.4 * len(usual) for run in runs)
    assert all(pairs([test.factors for test in run]) <= pairs(rows) for run in runs)


def test_a_boot_test_whose_kernel_has_a_changed_component_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = {kit.folder / "components" / "demo" / "threads" / "thread_ring.hpp"}
    monkeypatch.setattr(usual_part, "changed_files", lambda folder: changed)
    for seed in (0, 1):
        tried = {test.file for test in boot.usual(Context(kit, Selection(), False, seed=seed))}
        assert {"threads", "threads_cooperative", "threads_priority"} <= tried


def test_a_changed_kernel_is_built_in_all_its_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    file = kit.find_kernel("hello")
    monkeypatch.setattr(usual_part, "changed_files", lambda folder: {file})
    hello = {
        row
        for row in ways(1, [images.Kernel("hello", file, ("hosted", "x86_64"))])
        if row[0] == "hello"
    }
    assert len(hello) == 4


def test_a_usual_run_checks_all_kernels_for_all_their_targets() -> None:
    check = next(iter(images.jobs(Context(kit, Selection(), False, seed=1))))
    assert check.name == "images check"
    assert {each.name for each in cast("Any", check.run).args[1]} >= {"hello", "unix"}
