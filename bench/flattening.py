# SPDX-License-Identifier: BSD-2-Clause
"""Measures what flattening saves: the scenario of Dannowski 2004 in every variant.

Usage: python3 bench/flattening.py [--compiler clang|g++] [--rounds N] [--format json]
Instructions are callgrind's, exact and the same in every run. Times are ratios to the twin that was
flattened by hand, of interleaved runs; they are of a shared machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from scenario_figures import Figures, measure, nanoseconds
from scenario_programs import BuildFailed, Program, build, compilers, kinds, kit_collapse

rounds_timed = 100_000


@dataclass(frozen=True)
class Row:
    """A program with all that was measured of it."""

    program: Program
    figures: Figures
    times: tuple[float, ...]  # each divided by the twin's of the same round

    @property
    def time(self) -> float:
        """The median ratio."""
        return statistics.median(self.times)

    def as_json(self) -> dict[str, object]:
        """The row as plain values."""
        figures = asdict(self.figures)
        return {**asdict(self.program), **figures, "times": [round(each, 3) for each in self.times]}


def programs(compiler: str) -> list[Program]:
    """The rows of one compiler: every kind, and with a test in the image where that matters."""
    found = []
    for retpolines in (False, True):
        for kind in kinds:
            found.append(Program(kind, compiler, "production", retpolines))
            if kind in ("flat", "lto"):
                found.append(Program(kind, compiler, "testing", retpolines))
    return found


def take_times(images: Mapping[Program, Path], rounds: int) -> dict[Program, list[float]]:
    """Ratios to the twin with the same flags, of interleaved runs."""
    times: dict[Program, list[float]] = {program: [] for program in images}
    for index in range(rounds):
        print(f"\rtimes: round {index + 1} of {rounds}", end="", file=sys.stderr)
        taken = {each: nanoseconds(image, rounds_timed) for each, image in images.items()}
        for program, time in taken.items():
            times[program].append(time / taken[_twin(program)])
    print(file=sys.stderr)
    return times


def _twin(program: Program) -> Program:
    return Program("by hand", program.compiler, "production", program.retpolines)


def measure_all(wanted: Sequence[Program], folder: Path, collapse: Path, rounds: int) -> list[Row]:
    """Builds, counts, then takes times, when nothing else runs."""

    def one(program: Program) -> tuple[Path, Figures]:
        image = build(program, folder, collapse)
        figures = measure(image)
        print(f"counted: {program.name}", file=sys.stderr)
        return image, figures

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = dict(zip(wanted, pool.map(one, wanted), strict=True))
    times = take_times({program: image for program, (image, _) in found.items()}, rounds)
    return [Row(each, figures, tuple(times[each])) for each, (_, figures) in found.items()]


def table(rows: Sequence[Row]) -> list[str]:
    """The rows as text."""
    heads = ("program", "instr.", "bytes", "table", "tables", "time", "10 %", "90 %")
    under = ("", "/message", "/thread", "pointers", "in image", "/by hand", "", "")
    lines = [_line(heads), _line(under)]
    for row in rows:
        times = sorted(row.times)
        last = len(times) - 1
        spread = [times[round(part * last)] for part in (0.1, 0.9)]
        figures = row.figures
        cells = [row.program.name, f"{figures.instructions:.1f}", str(figures.size_bytes)]
        cells += [str(figures.table_pointers), _tables(figures), f"{row.time:.2f}"]
        lines.append(_line([*cells, *(f"{each:.2f}" for each in spread)]))
    return lines


def _tables(figures: Figures) -> str:
    """How many tables there are; `-` where objects point to some but the image names none."""
    if figures.table_pointers and not figures.tables:
        return "-"
    return str(len(figures.tables))


def _line(cells: Sequence[str]) -> str:
    return f"{cells[0]:38}" + "".join(f"{cell:>9}" for cell in cells[1:])


def marks(rows: Sequence[Row], compiler: str) -> list[str]:
    """What is asked of flattening, beside what it does."""
    by_program = {row.program: row for row in rows}

    def row(kind: str, image: str = "production", retpolines: bool = False) -> Row:
        return by_program[Program(kind, compiler, image, retpolines)]

    flat, twin = row("flat"), row("by hand")
    off = abs(flat.figures.instructions / twin.figures.instructions - 1) * 100
    slower = row("virtual", retpolines=True).time / row("flat", retpolines=True).time
    lines = [
        f"instructions: {off:.2f} % off the twin's (mark: 1 %)",
        f"size: {flat.figures.size_bytes} bytes, twin {twin.figures.size_bytes} (mark: equal)",
        f"tables: {len(flat.figures.tables)}, pointers to them {flat.figures.table_pointers} (0)",
        f"retpolines: virtual takes {slower:.1f} times the time of flat (mark: 10)",
    ]
    lto, tested = row("lto", "testing"), row("flat", "testing")
    ratio = lto.figures.instructions / tested.figures.instructions
    goal = " (mark: 1.5)" if compiler == "clang" else ""
    return [*lines, f"with a test in the image: lto needs {ratio:.2f} times the instructions{goal}"]


def main() -> int:
    """Prints the table and the marks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", choices=tuple(compilers), help="default: both")
    parser.add_argument("--rounds", type=int, default=21, help="runs of each program (default: 21)")
    parser.add_argument("--collapse", type=Path, help="the tool (default: the kit's own)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    chosen = [arguments.compiler] if arguments.compiler else list(compilers)
    wanted = [program for compiler in chosen for program in programs(compiler)]
    try:
        with tempfile.TemporaryDirectory(prefix="flat-bench-") as folder:
            collapse = arguments.collapse or kit_collapse()
            rows = measure_all(wanted, Path(folder), collapse, arguments.rounds)
    except BuildFailed as problem:
        sys.exit(str(problem))
    if arguments.format == "json":
        print(json.dumps([row.as_json() for row in rows], indent=2))
        return 0
    for compiler in chosen:
        print("\n".join(table([row for row in rows if row.program.compiler == compiler])))
        print("\n".join(["", *marks(rows, compiler), ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
