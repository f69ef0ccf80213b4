# SPDX-License-Identifier: BSD-2-Clause
"""Measures what it costs to make a function of a stencil at run time.

Usage: python3 bench/stencils/instantiation.py [--compiler gcc] [--rounds N] [--format json]
Instructions are callgrind's, of one making and freeing, or of opening and closing a session:
exact, and the same in every run. Most of a session's time is the system's, of which callgrind sees
nothing: its worth is how many instructions the same program executes in that time. Times are the
least medians of some runs.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import resource
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland.bench import slot_programs
from flatland.bench.slot_programs import instructions_of_an_iteration, output_of

_here = Path(__file__).parent
_system_call = re.compile(r"^\w+\(", re.MULTILINE)
sizes = (2, 100)
store_bytes = 17
kinds = {
    "make": "make the function",
    "make-and-call": "make it and call it once",
    "session": "open a session in a slot, close it",
}


@dataclass(frozen=True)
class Making:
    """What one function of so many holes costs."""

    holes: int
    code_bytes: int
    instructions: float
    session_instructions: float
    session_worth: float
    least_us: dict[str, float]
    median_us: dict[str, float]
    percentile99_us: dict[str, float]


def build(folder: Path, compiler: str) -> Path:
    """The program, of one compiler."""
    return slot_programs.build(folder / "instantiate", compiler, [_here / "instantiate.c"])


def count_instructions(program: Path, verb: str, holes: int, iterations: int = 1000) -> float:
    """Of one iteration of `make` or `session`."""
    return instructions_of_an_iteration(program, f"{verb} {holes}", iterations)


def count_system_calls(program: Path, holes: int, iterations: int) -> int:
    """Of a whole run."""
    words = [str(program), "make", str(holes), str(iterations)]
    return len(_system_call.findall(output_of("strace", "-f", *words)))


def _processor_s(program: Path, verb: str, holes: int, iterations: int) -> float:
    """The processor's time of one run, the system's included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(str(program), verb, str(holes), str(iterations))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def iteration_s(program: Path, verb: str, holes: int, iterations: int, rounds: int) -> float:
    """Seconds of the processor for one iteration: what more of them took, by their number."""
    many, few = (
        min(_processor_s(program, verb, holes, count) for _ in range(rounds))
        for count in (iterations, iterations // 10)
    )
    return (many - few) / (iterations - iterations // 10)


def measure(program: Path, holes: int, rounds: int) -> Making:
    """One size of function."""
    runs: dict[str, list[list[float]]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for line in output_of(str(program), "times", str(holes), "2000").splitlines():
            kind, *times = line.split()
            runs[kind].append([int(time) / 1000 for time in times])
    least, median, worst = (
        {kind: round(min(run[i] for run in runs[kind]), 2) for kind in kinds} for i in range(3)
    )
    making, session = (count_instructions(program, verb, holes) for verb in ("make", "session"))
    rate = making / iteration_s(program, "make", holes, 1_000_000, rounds)
    worth = rate * iteration_s(program, "session", holes, 20_000, rounds)
    return Making(
        holes,
        holes * store_bytes + 1,
        round(making, 1),
        round(session, 1),
        round(worth, -3),
        least,
        median,
        worst,
    )


def table(makings: list[Making]) -> list[str]:
    """All as text."""
    lines = []
    for each in makings:
        size = f"{each.holes} holes, {each.code_bytes} bytes"
        lines.append(f"{size:36}{'instructions':>13}{'min µs':>9}{'median µs':>11}{'99 % µs':>9}")
        counts = {"make": f"{each.instructions:.1f}", "session": f"{each.session_instructions:.1f}"}
        for kind, text in kinds.items():
            counted = counts.get(kind, "")
            row = f"{text:36}{counted:>13}{each.least_us[kind]:9.2f}{each.median_us[kind]:11.2f}"
            lines.append(f"{row}{each.percentile99_us[kind]:9.2f}")
        lines.append(f"{'worth of a session':36}{each.session_worth:13.0f}")
    return lines


def main() -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", default="clang-19", help="default: clang-19")
    parser.add_argument("--rounds", type=int, default=7, help="timed runs of each size")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    if platform.machine() != "x86_64":
        sys.exit("the functions that it makes are for x86-64")
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder), arguments.compiler)
        makings = [measure(program, holes, arguments.rounds) for holes in sizes]
    if arguments.format == "json":
        print(json.dumps([*map(asdict, makings)], indent=2))
    else:
        print("\n".join(table(makings)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
