# SPDX-License-Identifier: BSD-2-Clause
"""Counts the instructions of a remote procedure call, as Table 1 of Volanschi et al. (1996) does.

Usage: python3 bench/rpc/instructions.py [--calls N] [--format json]
Builds a client for each level and way to make it, runs it under callgrind against our server on
the loopback network, and prints the client's user-level instructions for each call. They are exact:
two runs differ in nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from levels import called, kernel, levels, place
from programs import build, ways, ways_of

_series = "flat::rpc::BenchRounds::series()"
_said = re.compile(r"^(\w+) of (\d+) integers: (\d+) of \d+ calls answered", re.MULTILINE)
_total = re.compile(r"^summary: (\d+)$", re.MULTILINE)
_patience_s = 1200


@dataclass(frozen=True)
class Figure:
    """The cost of one procedure at one level, with one way to make it."""

    level: str
    way: str
    procedure: str
    integers: int
    calls: int
    answered: int
    instructions: float  # of one call


def measure(program: Path, level: str, way: str, calls: int) -> list[Figure]:
    """Runs a client under callgrind, which writes down the sum of each series."""
    sums = program.parent / "callgrind.out"
    for old in program.parent.glob(f"{sums.name}*"):
        old.unlink()
    options = [f"--toggle-collect={_series}", f"--dump-after={_series}"]
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={sums}", *options]
    done = subprocess.run(
        [*command, str(program)], capture_output=True, text=True, check=False, timeout=_patience_s
    )
    said = _said.findall(done.stdout)
    figures = []
    for number, (procedure, integers, answered) in enumerate(said, 1):
        found = _total.search(sums.with_name(f"{sums.name}.{number}").read_text(encoding="utf-8"))
        assert found, sums
        each = int(found[1]) / calls
        figures.append(
            Figure(level, way, procedure, int(integers), calls, int(answered), round(each, 1))
        )
    if done.returncode != 0 or not figures:
        sys.exit(f"{program} failed\n{done.stdout}{done.stderr}")
    return figures


def measure_all(calls: int, names: Sequence[str]) -> list[Figure]:
    """Every level, made in the ways of these names that serve it."""
    figures = []
    place.mkdir(parents=True, exist_ok=True)
    for number, level in enumerate(levels):
        assembly = place / f"level{number}.flat"
        with called(level) as port:
            assembly.write_text(kernel(level, calls, port), encoding="utf-8")
            for name in ways_of(level):
                if name in names:
                    print(f"{level.name}: {name}", file=sys.stderr)
                    figures += measure(build(assembly, name, level), level.name, name, calls)
    return figures


def table(figures: Sequence[Figure]) -> list[str]:
    """The figures as text: a block for each level, a column for each way to make it."""
    lines = []
    for level in levels:
        here = [figure for figure in figures if figure.level == level.name]
        width = {figure.way: max(len(figure.way), 9) + 3 for figure in here}
        heads = "".join(f"{name:>{size}}" for name, size in width.items())
        lines += ["", level.name, f"{'':20}{heads}"]
        for procedure, integers in dict.fromkeys((each.procedure, each.integers) for each in here):
            cells = [
                f"{figure.instructions:{width[figure.way]}.1f}"
                for figure in here
                if (figure.procedure, figure.integers) == (procedure, integers)
            ]
            lines.append(f"{f'{procedure}, {integers} integers':20}{''.join(cells)}")
    return lines[1:]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=100, help="calls of each (default: 100)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    figures = measure_all(arguments.calls, list(ways))
    if arguments.format == "json":
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        print("instructions of the client for each call")
        print("\n".join(table(figures)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
