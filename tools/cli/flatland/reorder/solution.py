# SPDX-License-Identifier: BSD-2-Clause
"""The solver's input and its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from flatland.reorder.layout import Placement


@dataclass(frozen=True)
class Options:
    """How hard to try: the same values give the same layout, on any machine.

    `work` is the deterministic time, in about seconds, of proofs and bounds.
    """

    seed: int = 1
    moves: int = 60_000
    work: float = 20.0


@dataclass(frozen=True)
class Progress:
    """How far a search has come: the best cost and the bound, in integer units."""

    stage: str
    cost: int
    lower_bound: int


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Solution:
    """A layout and what is known of it; costs are integers in units of `cost_unit`.

    `method` names what found the layout, `baselines` the costs of the layouts compared with. What
    a clock or an interrupt has ended is not `reproducible`.
    """

    placements: tuple[Placement, ...]
    offsets: Mapping[str, int]
    size: int
    cost: int
    lower_bound: int
    cost_unit: Fraction
    method: str
    baselines: Mapping[str, int] = field(default_factory=dict)
    reproducible: bool = True

    @property
    def proven(self) -> bool:
        """Whether no layout is better."""
        return self.lower_bound >= self.cost

    @property
    def gap(self) -> Fraction:
        """The part of the cost that a better layout could save at most."""
        return Fraction(self.cost - self.lower_bound, self.cost) if self.cost else Fraction(0)
