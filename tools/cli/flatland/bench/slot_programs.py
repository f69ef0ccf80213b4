# SPDX-License-Identifier: BSD-2-Clause
"""Programs with the library of slots and stencils: how they are built, and what they cost."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from flatland import paths

_runtime = paths.kit / "tools" / "specialize" / "runtime"
_counted = re.compile(r"Collected : (\d+)")

options = (
    *("-std=gnu11", "-D_GNU_SOURCE", "-pthread"),
    *(f"-I{_runtime / 'include'}", f"-I{_runtime / 'lib'}"),
)
"""For any compiler of C."""


def library_sources(machine: str) -> list[Path]:
    """The library's own, with the jump of one architecture."""
    every = sorted((_runtime / "lib").glob("*.c"))
    foreign = {each for each in every if each.stem.startswith("jump_")}
    return [each for each in every if each not in foreign or each.stem == f"jump_{machine}"]


def build(program: Path, compiler: str, sources: Sequence[Path]) -> Path:
    """The program, made of these sources and the library, for this machine."""
    words = [*sources, *library_sources(platform.machine())]
    subprocess.run([compiler, "-O2", *options, *map(str, words), "-o", str(program)], check=True)
    return program


def output_of(*command: str) -> str:
    """What a command prints; the end of this program if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def instructions_of_an_iteration(program: Path, what: str, iterations: int) -> float:
    """Instructions of `PROGRAM WHAT ITERATIONS` for one iteration: what more cost, by their number.

    `what` may be several words.
    """
    totals = []
    for count in (iterations, 2 * iterations):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        found = _counted.search(output_of(*command, str(program), *what.split(), str(count)))
        assert found
        totals.append(int(found[1]))
    return (totals[1] - totals[0]) / iterations
