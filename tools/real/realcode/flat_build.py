# SPDX-License-Identifier: BSD-2-Clause
"""Builds a program, plainly or through `collapse`, runs its tests and measures it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from .flattened import Flattened
from .step import Failed, run


@dataclass(frozen=True)
class Built:
    """A program that passed its own tests."""

    text_bytes: int
    virtual_tables: int
    instructions: int | None  # none: valgrind is not here
    tests: str


@dataclass(frozen=True)
class Recipe:
    """How one variant is built: with which compiler, through which launcher."""

    program: Flattened
    compiler: str
    source: Path
    build: Path
    launcher: tuple[str, ...]

    def words(self, command: str) -> str:
        """The command with its placeholders filled in."""
        here = Path(__file__).resolve().parent.parent
        return command.format(
            compiler=self.compiler,
            launcher=" ".join(self.launcher),
            launcher_list=";".join(self.launcher),
            source=self.source,
            build=self.build,
            here=here,
        )


def make(recipe: Recipe) -> Built:
    """Builds, tests, measures."""
    recipe.build.mkdir(parents=True, exist_ok=True)
    for command in recipe.program.build:
        step(recipe, command)
    output = "".join(step(recipe, command) for command in recipe.program.tests)
    passed = re.search(recipe.program.passed, output, re.M)
    if not passed:
        raise Failed(f"its tests did not end as expected:\n{output[-1500:]}")
    return Built(
        text_bytes=_text_bytes(recipe),
        virtual_tables=_virtual_tables(recipe),
        instructions=_instructions(recipe),
        tests=passed.group(0),
    )


def step(recipe: Recipe, command: str) -> str:
    """Runs one command of the program in its build folder."""
    return run(recipe.words(command), recipe.build)


def _text_bytes(recipe: Recipe) -> int:
    lines = step(recipe, f"size {recipe.program.binary}").splitlines()
    return int(lines[1].split()[0])


def _virtual_tables(recipe: Recipe) -> int:
    """How many virtual tables of the flattened classes and their bases there are."""
    symbols = step(recipe, f"nm -C {recipe.program.binary}")
    return sum(f" vtable for {name}\n" in symbols for name in recipe.program.gone)


def _instructions(recipe: Recipe) -> int | None:
    """Instructions of the representative run, counted by callgrind."""
    if not shutil.which("valgrind"):
        return None
    tool = "valgrind --tool=callgrind --callgrind-out-file=callgrind.out"
    output = step(recipe, f"{tool} {recipe.program.workload}")
    found = re.search(r"Collected : (\d+)", output)
    if not found:
        raise Failed(f"callgrind printed no count:\n{output[-500:]}")
    return int(found.group(1))
