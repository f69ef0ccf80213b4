#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Counts the instructions of calls by libtirpc's own client, general and specialised.

Usage: ./tirpc_client.py [--specialize TOOL] [--calls N] [--way NAME] [--format json]
The client calls the `min` and the echo of bench.x by datagrams on the loopback network.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from realcode.options import KIT
from realcode.peer import own_socket, port_of, serving
from realcode.source import Unavailable, fetch, unpack
from realcode.step import Failed
from realcode.tirpc import LEVELS, LIBRARY, WAYS, Level, build_client, client_words

_said = re.compile(r"^(\w+) of (\d+) integers: (\d+) of \d+ calls answered$", re.M)
_total = re.compile(r"^summary: (\d+)$", re.M)


@dataclass(frozen=True)
class Figure:
    """What a call costs its client."""

    level: str
    way: str
    procedure: str
    integers: int
    answered: int
    instructions: float


def main() -> int:
    """0: the figures are printed; 1: a step fails; 2: the source cannot be fetched."""
    options = read_options()
    try:
        tarball = fetch(LIBRARY, options.cache)
        with tempfile.TemporaryDirectory(prefix="tirpc-") as scratch:
            source = unpack(tarball, Path(scratch) / "source")
            figures = measure(source, Path(scratch), options)
    except (Unavailable, Failed) as error:
        print(f"tirpc_client: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unavailable) else 1
    if options.format == "json":
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        print("\n".join(table(figures)))
    return 0


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--specialize", default="specialize", help="the tool (default: the one in PATH)")
    add("--calls", type=int, default=100, help="calls of each (default: 100)")
    add("--way", choices=WAYS, action="append", help="one column only, or some")
    add("--cache", type=Path, default=KIT / "build" / "real-code", help="where sources are kept")
    add("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def measure(source: Path, scratch: Path, options: argparse.Namespace) -> list[Figure]:
    """All levels of the wanted ways."""
    names = options.way or list(WAYS)
    clients = {
        name: build_client(source, scratch / f"way{number}", WAYS[name], options.specialize)
        for number, name in enumerate(names)
    }
    figures = []
    with serving(scratch) as answering, own_socket() as silent:
        for level in LEVELS:
            port = answering if level.is_answered else port_of(silent)
            for name, client in clients.items():
                figures += count(client, name, level, port, options.calls)
    return figures


def count(client: Path, way: str, level: Level, port: int, calls: int) -> list[Figure]:
    """Runs the client under callgrind, which writes down the sum of each series."""
    sums = client.parent / f"callgrind.{level.timeout_us}"
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=make_calls"]
    command += ["--dump-after=make_calls", f"--callgrind-out-file={sums}"]
    command += client_words(client, port, calls, level)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = _said.findall(done.stdout)
    if done.returncode != 0 or not said:
        raise Failed(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    figures = []
    for number, (procedure, integers, answered) in enumerate(said, 1):
        found = _total.search(sums.with_name(f"{sums.name}.{number}").read_text())
        assert found, sums
        instructions = int(found[1]) / calls
        figures.append(
            Figure(level.name, way, procedure, int(integers), int(answered), instructions)
        )
    return figures


def table(figures: list[Figure]) -> list[str]:
    """A block for each level, a row for each procedure and size, a column for each way."""
    lines = [f"{LIBRARY.name}, clang 19: instructions of the client for each call"]
    for level in dict.fromkeys(figure.level for figure in figures):
        here = [figure for figure in figures if figure.level == level]
        ways = dict.fromkeys(figure.way for figure in here)
        lines += ["", level, f"{'':22}{''.join(f'{way:>14}' for way in ways)}"]
        for row in dict.fromkeys((figure.procedure, figure.integers) for figure in here):
            cells = "".join(
                f"{figure.instructions:14.1f}"
                for figure in here
                if (figure.procedure, figure.integers) == row
            )
            lines.append(f"{f'{row[0]}, {row[1]} integers':22}{cells}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
