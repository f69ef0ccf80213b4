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
from tests.testing.support import kit

seeds = range(20)


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
    booted = boot.usual(context)
    made = {(test.kernel, test.target, test.compiler) for test in booted}
    made |= {(test.beside, test.target, test.compiler) for test in booted if test.beside}
    return {*made, *images.usual(context, every)}


def test_each_usual_run_builds_every_kernel_and_few_have_all_ways_between_them() -> None:
    everything = Context(kit, Selection(("images",)), False)
    kernels = images.kernels(kit)
    every = {row for job in images.jobs(everything) for row in cast("Any", job.run).args[2]}
    runs = [ways(seed, kernels) for seed in range(12)]
    assert all({row[0] for row in run} == {row[0] for row in every} for run in runs)
    assert set().union(*runs) == every
    assert all(len(run) < len(every) / 2 for run in runs)


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
