# SPDX-License-Identifier: BSD-2-Clause
"""Measures what `collapse` adds to a compilation, in times of the compiler's own front end.

Usage: python3 bench/collapse_speed.py [--rounds N] [--standard c++20] [--collapse FILE]
Processor times of whole processes, of interleaved runs: `COMPILER -fsyntax-only x.cc`, then
`collapse check --class NAME -- COMPILER -c x.cc`. A ratio is of two runs of one round.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scenario_programs import compilers, kit_collapse

here = Path(__file__).resolve().parent
marks = {"clang": "1.5", "g++": "2.0"}


@dataclass(frozen=True)
class Unit:
    """A source that defines a target."""

    name: str
    source: Path
    target: str
    has_mark: bool = True  # the time of a small unit is the time of starting programs


units = (
    Unit(
        "standard library",
        here / "library_unit" / "catalogue.cpp",
        "catalogue::Catalogue",
    ),
    Unit("kernel", here / "kernel_unit" / "path.cpp", "kernel::Thread", False),
)


@dataclass
class Row:
    """The times of one unit with one compiler, in rounds."""

    unit: Unit
    compiler: str
    front_end_ms: list[float] = field(default_factory=list)
    check_ms: list[float] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        """Check by front end, ascending."""
        pairs = zip(self.check_ms, self.front_end_ms, strict=True)
        return sorted(check / front_end for check, front_end in pairs)

    def take_turn(self, collapse: Path, standard: str) -> None:
        """Runs both once."""
        command = [compilers[self.compiler], f"-std={standard}"]
        source = str(self.unit.source)
        check = [str(collapse), "check", "--class", self.unit.target, "--"]
        self.front_end_ms.append(processor_ms([*command, "-fsyntax-only", source]))
        self.check_ms.append(processor_ms([*check, *command, "-c", source]))


def processor_ms(command: Sequence[str]) -> float:
    """Processor time of one process and its children; ends the benchmark if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def line(row: Row) -> str:
    """The row as text."""
    ratios = row.ratios
    last = len(ratios) - 1
    low, high = (ratios[round(part * last)] for part in (0.1, 0.9))
    times = (statistics.median(each) for each in (row.front_end_ms, row.check_ms))
    cells = "".join(f"{each:12.0f}" for each in times)
    cells += "".join(f"{each:8.2f}" for each in (statistics.median(ratios), low, high))
    mark = marks[row.compiler] if row.unit.has_mark else "-"
    return f"{row.unit.name:18}{row.compiler:8}{cells}{mark:>8}"


def main() -> None:
    """Prints a table; the first round is not counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="runs of each (default: 15)")
    parser.add_argument("--standard", default="c++20", help="the language (default: c++20)")
    parser.add_argument("--collapse", type=Path, help="the tool (default: the kit's own)")
    arguments = parser.parse_args()
    collapse = arguments.collapse or kit_collapse()
    rows = [Row(unit, compiler) for unit in units for compiler in compilers]
    for index in range(arguments.rounds + 1):
        print(f"\rround {index} of {arguments.rounds}", end="", file=sys.stderr, flush=True)
        for row in rows:
            row.take_turn(collapse, arguments.standard)
    print(file=sys.stderr)
    print(f"{platform.machine()}, {arguments.standard}, {arguments.rounds} rounds, processor time")
    print(f"{'':26}{'front end':>12}{'check':>12}{'ratio':>8}{'10 %':>8}{'90 %':>8}{'mark':>8}")
    print(f"{'unit':18}{'compiler':8}{'ms':>12}{'ms':>12}")
    for row in rows:
        row.front_end_ms, row.check_ms = row.front_end_ms[1:], row.check_ms[1:]
        print(line(row))


if __name__ == "__main__":
    main()
