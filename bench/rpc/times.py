# SPDX-License-Identifier: BSD-2-Clause
"""Measures how long remote procedure calls take their client, beside its instructions.

Usage: python3 bench/rpc/times.py [--turns N] [--format json]
Builds a client for each level and way to make it, and lets them take turns against our server
on the loopback network. Times of one turn are compared with each other
only: a figure is the time of a call by that of `-O3 -flto` in the same turn. Figures whose turns
do not agree are not printed, and the status is 1.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from levels import called, kernel, levels, place
from programs import build, ways, ways_of

base = "-O3 -flto"
spread_max = 0.2
_said = re.compile(r"^(\w+) of (\d+) integers: \d+ of (\d+) calls answered in (\d+) ns$", re.M)
_patience_s = 600


@dataclass(frozen=True)
class Row:
    """The calls of one procedure, at one level."""

    level: str
    procedure: str
    integers: int


@dataclass
class Figure:
    """How long calls take that are made in one way, in turns."""

    row: Row
    way: str
    call_ns: list[float] = field(default_factory=list)

    def ratios(self, others: Figure) -> list[float]:
        """Its times by those of others in the same turns, ascending."""
        pairs = zip(self.call_ns, others.call_ns, strict=True)
        return sorted(mine / theirs for mine, theirs in pairs)


@dataclass(frozen=True)
class Ratio:
    """A figure by the base: turns, the least times, the middle, how far half the turns differ."""

    row: Row
    way: str
    turns: int
    least: float  # the least time by the least, whichever turns they are of
    median: float
    spread: float  # between the quartiles, by the median

    @property
    def is_stable(self) -> bool:
        """Whether the turns agree."""
        return self.spread <= spread_max


def take_turn(program: Path, level: str, way: str, figures: dict[tuple[Row, str], Figure]) -> None:
    """Runs a client once, and remembers what it says of its times."""
    done = subprocess.run(
        [str(program)], capture_output=True, text=True, check=False, timeout=_patience_s
    )
    said = _said.findall(done.stdout)
    if done.returncode != 0 or not said:
        sys.exit(f"{program} failed\n{done.stdout}{done.stderr}")
    for procedure, integers, calls, passed_ns in said:
        row = Row(level, procedure, int(integers))
        figure = figures.setdefault((row, way), Figure(row, way))
        figure.call_ns.append(int(passed_ns) / int(calls))


def measure(turns: int) -> list[Ratio]:
    """All levels and ways; the first turn is not counted."""
    figures: dict[tuple[Row, str], Figure] = {}
    place.mkdir(parents=True, exist_ok=True)
    for number, level in enumerate(levels):
        assembly = place / f"timed{number}.flat"
        with called(level) as port:
            assembly.write_text(kernel(level, level.timed_calls, port), encoding="utf-8")
            programs = {way: build(assembly, way, level) for way in ways_of(level)}
            for turn in range(turns + 1):
                print(f"\r{level.name}: turn {turn} of {turns}", end="", file=sys.stderr)
                for way, program in programs.items():
                    take_turn(program, level.name, way, figures)
            print(file=sys.stderr)
    for figure in figures.values():
        del figure.call_ns[0]
    return [compare(figure, figures[figure.row, base]) for figure in figures.values()]


def compare(figure: Figure, others: Figure) -> Ratio:
    """One figure by another."""
    ratios = figure.ratios(others)
    last = len(ratios) - 1
    low, high = (ratios[round(part * last)] for part in (0.25, 0.75))
    middle = statistics.median(ratios)
    least = min(figure.call_ns) / min(others.call_ns)
    return Ratio(figure.row, figure.way, len(ratios), least, middle, (high - low) / middle)


def cell(ratio: Ratio) -> str:
    """Median, that of the least times, and spread; nothing of a figure whose turns do not agree."""
    if not ratio.is_stable:
        return f"unstable ±{ratio.spread:.0%}"
    return f"{ratio.median:.2f} ({ratio.least:.2f} ±{ratio.spread:.0%})"


def table(ratios: Sequence[Ratio]) -> list[str]:
    """The ratios as text: a block for each level, a column for each way."""
    names = [way for way in ways if way != base]
    lines = []
    for level in levels:
        lines += ["", level.name, f"{'':20}{''.join(f'{name:>20}' for name in names)}"]
        here = [ratio for ratio in ratios if ratio.row.level == level.name]
        for row in dict.fromkeys(ratio.row for ratio in here):
            cells = {ratio.way: cell(ratio) for ratio in here if ratio.row == row}
            words = "".join(f"{cells.get(name, ''):>20}" for name in names)
            lines.append(f"{f'{row.procedure}, {row.integers} integers':20}{words}")
    return lines[1:]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=15, help="runs of each (default: 15)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    ratios = measure(arguments.turns)
    if arguments.format == "json":
        print(json.dumps([asdict(ratio) for ratio in ratios], indent=2))
    else:
        print(f"{platform.machine()}, {arguments.turns} turns; time of a call by that of {base}:")
        print("median (of the least times ±spread)\n")
        print("\n".join(table(ratios)))
    return 0 if all(ratio.is_stable for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
