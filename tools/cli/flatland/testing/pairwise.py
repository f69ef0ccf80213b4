# SPDX-License-Identifier: BSD-2-Clause
"""Chooses few rows of a table: some of each first value, some of each pair of the others.

Most faults need one or two circumstances to coincide, not all of them (Cohen, Dalal, Fredman,
Patton 1997). Rows are taken greedily, the one that brings most first. Which of equals is taken is
by chance, so that runs with other seeds try other rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)
Row = tuple[str, ...]
"""One value of each factor."""


def one_of_each(rows: Sequence[Row], seed: int) -> list[Row]:
    """A row for each first value, and rows for each pair of values of the others that occurs."""
    source = Random(seed)
    shuffled = source.sample(rows, len(rows))
    firsts = list(dict.fromkeys(row[0] for row in shuffled))
    open_pairs = {pair for row in rows for pair in _pairs(row)}
    chosen: set[Row] = set()
    for first in firsts:
        own = [row for row in shuffled if row[0] == first]
        _take(own, open_pairs, _pairs, chosen)
    while open_pairs:
        _take(shuffled, open_pairs, _pairs, chosen)
    return [row for row in rows if row in chosen]


def others(rows: Sequence[Row], met: Iterable[Row], seed: int) -> list[Row]:
    """Rows with all values that a first value occurs with and that it does not meet in `met`."""
    shuffled = Random(seed).sample(rows, len(rows))
    open_values = {value for row in rows for value in _values(row)}
    open_values -= {value for row in met for value in _values(row)}
    chosen: set[Row] = set()
    while open_values:
        _take(shuffled, open_values, _values, chosen)
    return [row for row in rows if row in chosen]


def _take(
    rows: Sequence[Row],
    open_items: set[Item],
    items: Callable[[Row], frozenset[Item]],
    chosen: set[Row],
) -> None:
    """Chooses the row that brings most of what is open, the first of equals."""
    best = max(rows, key=lambda row: len(items(row) & open_items))
    chosen.add(best)
    open_items -= items(best)


def _pairs(row: Row) -> frozenset[tuple[int, str, int, str]]:
    """The pairs of values but the first."""
    return frozenset((i, row[i], k, row[k]) for i, k in combinations(range(1, len(row)), 2))


def _values(row: Row) -> frozenset[tuple[str, int, str]]:
    """The values but the first, each with the first."""
    return frozenset((row[0], i, row[i]) for i in range(1, len(row)))
