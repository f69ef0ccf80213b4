# SPDX-License-Identifier: BSD-2-Clause
"""The chosen rows have each first value and every pair of the others, and are few."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from flatland.testing import boot, images
from flatland.testing.boot import files, read_boot_tests
from flatland.testing.pairwise import Row, one_of_each, others
from flatland.testing.results import Context, Selection
from tests.testing.support import kit

seeds = range(20)


def pairs(rows: Sequence[Row]) -> set[tuple[int, str, int, str]]:
    """Of all values but the first."""
    return {(i, row[i], k, row[k]) for row in rows for i, k in combinations(range(1, len(row)), 2)}


def values(rows: Sequence[Row]) -> set[tuple[str, int, str]]:
    """Each with the first value of its row."""
    return {(row[0], i, row[i]) for row in rows for i in range(1, len(row))}


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


@pytest.mark.parametrize("seed", seeds)
def test_with_what_is_met_already_each_value_is_met(seed: int) -> None:
    rows = [*product("abc", "xy", "12"), ("d", "x", "1"), ("d", "x", "2")]
    met = [("a", "x", "2"), ("b", "x", "1"), ("b", "y", "2"), ("d", "x", "1"), ("other", "z", "3")]
    chosen = others(rows, met, seed)
    assert values(rows) <= values([*met, *chosen])
    assert [row for row in chosen if row[0] in "abd"] == [("a", "y", "1"), ("d", "x", "2")]
    assert sum(row[0] == "c" for row in chosen) == 2


def test_the_boot_tests_of_a_usual_run_are_few_and_reach_every_kernel() -> None:
    rows = [test.factors for file in files(kit) for test in read_boot_tests(file)]
    chosen = one_of_each(rows, 1)
    assert {row[0] for row in chosen} == {row[0] for row in rows}
    assert pairs(chosen) == pairs(rows)
    assert len(chosen) < 1.2 * len(files(kit))


def test_a_usual_run_builds_every_kernel_for_each_target_and_with_each_compiler() -> None:
    context = Context(kit, Selection(), False, seed=3)
    made = {
        (kernel, word)
        for test in boot.usual(context)
        for kernel in (test.kernel, test.beside or test.kernel)
        for word in (test.target, test.compiler)
    }
    for job in images.jobs(context):
        _, kernel, *ways = job.name.split()
        made |= {(kernel, word) for way in ways for word in way.split("/")}
    everything = Context(kit, Selection(("images",)), False)
    kernels = {job.name.split()[1] for job in images.jobs(everything)}
    assert {kernel for kernel, _ in made} == kernels
    assert {(kernel, compiler) for kernel in kernels for compiler in ("clang", "g++")} <= made
    assert {("hello", "hosted"), ("hello", "x86_64")} <= made
