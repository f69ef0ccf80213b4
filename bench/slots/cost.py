# SPDX-License-Identifier: BSD-2-Clause
"""Measures what a call through a slot costs, and a change of one.

Usage: python3 bench/slots/cost.py [--compiler gcc] [--calls N] [--rounds N] [--format json]
Instructions are callgrind's, of one call, the loop around it subtracted: exact, and the same in
every run. Times are of interleaved runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "cli"))

from flatland.bench import slot_programs
from flatland.bench.slot_programs import instructions_of_an_iteration, output_of

_here = Path(__file__).parent
kinds = {
    "direct": "plain direct call",
    "pointer": "call by a function pointer",
    "slot": "slot, generic code",
    "slot-permanent": "slot, permanent version",
    "slot-far": "slot, version out of reach",
    "gated": "gated slot, generic code",
    "gated-freeable": "gated slot, freeable version",
    "guard": "guard of a write nobody relies on",
}


@dataclass(frozen=True)
class Call:
    """What one call costs; `loop`'s own cost is subtracted."""

    kind: str
    instructions: float
    least_ns: float
    median_ns: float


@dataclass(frozen=True)
class Change:
    """What one change of a slot costs."""

    kind: str
    threads: int  # that call the slot all the time
    count: int
    least_us: float
    median_us: float
    percentile99_us: float


def build(folder: Path, compiler: str) -> Path:
    """The program, of one compiler."""
    sources = [_here / "calls.c", _here / "work.c"]
    return slot_programs.build(folder / "calls", compiler, sources)


def count_calls(program: Path, calls: int) -> dict[str, float]:
    """Instructions of one call of every kind."""
    empty = instructions_of_an_iteration(program, "loop", calls)
    return {
        kind: round(instructions_of_an_iteration(program, kind, calls) - empty, 1) for kind in kinds
    }


def measure_calls(program: Path, calls: int, rounds: int) -> list[Call]:
    """Every kind of call."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    timed = 1000 * calls
    for _ in range(rounds):
        for kind in ("loop", *kinds):
            times[kind].append(float(output_of(str(program), kind, str(timed))) / timed)
    return [
        Call(
            kind,
            instructions,
            round(min(times[kind]) - min(times["loop"]), 2),
            round(statistics.median(times[kind]) - statistics.median(times["loop"]), 2),
        )
        for kind, instructions in count_calls(program, calls).items()
    ]


def measure_changes(program: Path, count: int) -> list[Change]:
    """Every kind of change, without and with a thread that calls the slot all the time."""
    changes = []
    for threads in (0, 1):
        for line in output_of(str(program), "changes", str(count), str(threads)).splitlines():
            kind, number, *times = line.split()
            least, median, worst = (round(int(time) / 1000, 1) for time in times)
            changes.append(Change(kind, threads, int(number), least, median, worst))
    return changes


def table(calls: list[Call], changes: list[Change]) -> list[str]:
    """Both as text."""
    lines = [f"{'one call':36}{'instructions':>13}{'min ns':>9}{'median ns':>11}"]
    lines += [
        f"{kinds[each.kind]:36}{each.instructions:13.1f}{each.least_ns:9.2f}{each.median_ns:11.2f}"
        for each in calls
    ]
    lines += ["", f"{'one change':36}{'n':>13}{'min µs':>9}{'median µs':>11}{'99 % µs':>9}"]
    for each in changes:
        what = f"{each.kind}, {'a thread' if each.threads else 'none'} calling"
        row = f"{what:36}{each.count:13}{each.least_us:9.1f}{each.median_us:11.1f}"
        lines.append(f"{row}{each.percentile99_us:9.1f}")
    return lines


def main() -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", default="clang-19", help="default: clang-19")
    parser.add_argument("--calls", type=int, default=100_000, help="counted calls of each kind")
    parser.add_argument("--rounds", type=int, default=7, help="timed runs of each kind")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder), arguments.compiler)
        calls = measure_calls(program, arguments.calls, arguments.rounds)
        changes = measure_changes(program, 1000)
    if arguments.format == "json":
        figures = {"calls": [*map(asdict, calls)], "changes": [*map(asdict, changes)]}
        print(json.dumps(figures, indent=2))
    else:
        print("\n".join(table(calls, changes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
