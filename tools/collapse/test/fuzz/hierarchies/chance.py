# SPDX-License-Identifier: BSD-2-Clause
"""What all makers of a program's parts share: the program and its random numbers."""

from __future__ import annotations

from random import Random

from .model import Program


class Chance:
    """Decides by the random numbers of one program."""

    def __init__(self, program: Program, random: Random) -> None:
        self.program = program
        self.random = random

    def maybe(self, probability: float) -> bool:
        """True with this probability."""
        return self.random.random() < probability
