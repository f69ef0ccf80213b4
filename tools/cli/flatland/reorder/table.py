# SPDX-License-Identifier: BSD-2-Clause
"""The costs of all lines that up to 24 units can make, from one subset-sum transform.

cost(S) = all weight - weight of the terms that lie in the complement of S; the latter for all 2**n
sets at once is the zeta transform, n passes over the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flatland.reorder.units import Units, bits

Masks = NDArray[np.int32]
Numbers = NDArray[np.int64]

most_units = 24


@dataclass
class Columns:
    """Lines that may be used: their units as masks, and their costs."""

    masks: Masks
    costs: Numbers

    def where(self, keep: NDArray[Any]) -> Columns:
        """Only those that `keep` (flags or positions) names."""
        return Columns(self.masks[keep], self.costs[keep])


def subset_sums(values: list[int]) -> Numbers:
    """The sum of every subset of the values, by mask."""
    sums = np.zeros(1, np.int64)
    for value in values:
        sums = np.concatenate([sums, sums + value])
    return sums


def mask_sums(values: list[int], masks: Masks) -> Numbers:
    """The sum of `values` over each of the masks."""
    half = len(values) // 2
    low, high = subset_sums(values[:half]), subset_sums(values[half:])
    result: Numbers = low[masks & ((1 << half) - 1)] + high[masks >> half]
    return result


class Table:
    """All lines that fit (`all`), and those to which nothing can be added for free (`closed`).

    A partition into lines can be turned into a cover by closed lines of the same cost, so closed
    lines suffice wherever units may be covered twice.
    """

    def __init__(self, units: Units) -> None:
        count = len(units.units)
        inside = np.zeros(1 << count, np.int64)
        for mask, weight in units.terms:
            inside[mask] += weight
        for bit in range(count):
            view = inside.reshape(-1, 2, 1 << bit)
            view[:, 1, :] += view[:, 0, :]
        costs = int(inside[-1]) - inside[::-1]
        fitting = _fitting(units)
        masks = np.flatnonzero(fitting)[1:].astype(np.int32)
        self.all = Columns(masks, costs[masks])
        closed = np.ones(len(masks), bool)
        for bit in range(count):
            larger = masks | np.int32(1 << bit)
            closed &= (larger == masks) | ~fitting[larger] | (costs[larger] != self.all.costs)
        self.closed = self.all.where(closed)


def _fitting(units: Units) -> NDArray[np.bool_]:
    """For every mask whether it fits into a line; the vector form of `Units.fits`."""
    count = len(units.units)
    anchors = sum(1 << bit for bit, unit in enumerate(units.units) if unit.line is not None)
    sizes = [0 if unit.line is not None else unit.size for unit in units.units]
    fitting: NDArray[np.bool_] = subset_sums(sizes) <= units.capacity
    if not anchors and not any(units.conflicts):
        return fitting
    masks = np.arange(1 << count, dtype=np.int32)
    for bit in bits(anchors):
        anchor = units.units[bit]
        for level, free in enumerate(anchor.free):
            needs = [0 if unit.line is not None else unit.needs[level] for unit in units.units]
            fitting &= (masks >> bit & 1 == 0) | (mask_sums(needs, masks) <= free)
    for bit, conflicts in enumerate(units.conflicts):
        if conflicts:
            fitting &= (masks >> bit & 1 == 0) | (masks & np.int32(conflicts) == 0)
    return fitting
