# SPDX-License-Identifier: BSD-2-Clause
"""Measures how long remote procedure calls take their client, beside its instructions.

Usage: python3 bench/rpc/times.py [--rounds N] [--only TEXT] [--format json]
Builds a client for each level and way to make it, and interleaves their runs. A figure is the least
time of a call in all rounds by that of `-O3 -flto`: time of the processor, with the system's part,
which what else runs on the machine hardly changes. Figures in which one half of the rounds does not
agree with the other are not printed, and the status is 1.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from levels import called, kernel, levels, place
from programs import build, ways_of

base = "-O3 -flto"
difference_max = 0.1
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
    """How long calls take that are made in one way, in rounds."""

    row: Row
    way: str
    call_ns: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Ratio:
    """The least time of a figure by that of the base, and how far half of the rounds are off."""

    row: Row
    way: str
    rounds: int
    least_ns: float
    ratio: float
    difference: float  # between every second round and the others, by the ratio

    @property
    def is_stable(self) -> bool:
        """Whether the halves agree."""
        return self.difference <= difference_max


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


def measure(rounds: int, only: str) -> list[Ratio]:
    """The levels with this in their names, in all ways; the first round is not counted."""
    figures: dict[tuple[Row, str], Figure] = {}
    place.mkdir(parents=True, exist_ok=True)
    for number, level in enumerate(levels):
        if only not in level.name:
            continue
        assembly = place / f"timed{number}.flat"
        with called(level) as port:
            assembly.write_text(kernel(level, level.timed_calls, port), encoding="utf-8")
            programs = {way: build(assembly, way, level) for way in ways_of(level)}
            for index in range(rounds + 1):
                print(f"\r{level.name}: round {index} of {rounds}", end="", file=sys.stderr)
                for way, program in programs.items():
                    take_turn(program, level.name, way, figures)
            print(file=sys.stderr)
    for figure in figures.values():
        del figure.call_ns[0]
    return [compare(figure, figures[figure.row, base]) for figure in figures.values()]


def compare(figure: Figure, others: Figure) -> Ratio:
    """One figure by another."""
    mine, theirs = figure.call_ns, others.call_ns
    ratio = min(mine) / min(theirs)
    halves = [min(mine[start::2]) / min(theirs[start::2]) for start in (0, 1)]
    difference = abs(halves[0] - halves[1]) / ratio
    return Ratio(figure.row, figure.way, len(mine), min(mine), ratio, difference)


def cell(ratio: Ratio) -> str:
    """The ratio, or that the rounds do not agree."""
    return f"{ratio.ratio:.2f}" if ratio.is_stable else f"unstable ±{ratio.difference:.0%}"


def table(ratios: Sequence[Ratio]) -> list[str]:
    """The ratios as text: a block for each level, a column for each way."""
    lines = []
    for level in levels:
        here = [ratio for ratio in ratios if ratio.row.level == level.name]
        if not here:
            continue
        names = [name for name in dict.fromkeys(ratio.way for ratio in here) if name != base]
        heads = "".join(f"{name:>20}" for name in names)
        lines += ["", level.name, f"{'':20}{base + ', ns':>15}{heads}"]
        for row in dict.fromkeys(ratio.row for ratio in here):
            by_way = {ratio.way: ratio for ratio in here if ratio.row == row}
            words = "".join(f"{cell(by_way[name]):>20}" for name in names)
            title = f"{row.procedure}, {row.integers} integers"
            lines.append(f"{title:20}{by_way[base].least_ns:15.0f}{words}")
    return lines[1:]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="runs of each (default: 20)")
    parser.add_argument("--only", default="", help="levels with this in their names")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    if arguments.rounds < 2:
        parser.error("one round has no other half")
    ratios = measure(arguments.rounds, arguments.only)
    if arguments.format == "json":
        print(json.dumps([asdict(ratio) for ratio in ratios], indent=2))
    else:
        print(f"{platform.machine()}, {arguments.rounds} rounds")
        print(f"least time of a call by that of {base}\n")
        print("\n".join(table(ratios)))
    return 0 if all(ratio.is_stable for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
