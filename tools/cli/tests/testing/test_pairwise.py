# SPDX-License-Identifier: BSD-2-Clause
"""The chosen rows have every pair of values that all rows have, and are few."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from flatland.testing.boot import files, read_boot_tests
from flatland.testing.pairwise import Row, choose
from tests.testing.support import kit


def pairs(rows: Sequence[Row]) -> set[tuple[int, str, int, str]]:
    return {(i, row[i], k, row[k]) for row in rows for i, k in combinations(range(len(row)), 2)}


def test_every_pair_stays_and_rows_keep_their_order() -> None:
    rows = list(product("abcd", "xy", "12", "+-"))
    chosen = choose(rows)
    assert pairs(chosen) == pairs(rows)
    assert chosen == [row for row in rows if row in chosen]
    assert len(chosen) <= 12


def test_rows_that_are_not_a_product_are_covered_too() -> None:
    rows = [("a", "x", "1"), ("a", "y", "2"), ("b", "y", "1"), ("b", "y", "2")]
    assert pairs(choose(rows)) == pairs(rows)


def test_the_boot_tests_of_a_usual_run_are_few_and_reach_every_kernel() -> None:
    rows = [test.factors for file in files(kit) for test in read_boot_tests(file)]
    chosen = choose(rows)
    assert {row[0] for row in chosen} == {row[0] for row in rows}
    assert pairs(chosen) == pairs(rows)
    assert len(chosen) < 0.75 * len(rows)
