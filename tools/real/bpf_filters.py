#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Specialises libpcap's interpreter of packet filters for programs that tcpdump has made.

Usage: ./bpf_filters.py --specialize TOOL [--frames N] [--seed N] [--format json]
Counts the instructions of a frame by the interpreter, specialised, and by the filter in C.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from realcode.bpf import FILTERS, LIBRARY, Client, build_client, count, verdicts
from realcode.options import KIT
from realcode.source import Unavailable, fetch, unpack
from realcode.step import Failed


@dataclass(frozen=True)
class Row:
    """What a filter costs."""

    filter: str
    passed: str
    interpreted: float  # instructions for a frame
    specialised: float
    by_hand: float
    code: int  # bytes of the specialised filter


def main() -> int:
    """0: all filters agree; 1: a step fails or they differ; 2: the source cannot be fetched."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--specialize", default="specialize", help="the tool (default: the one in PATH)")
    add("--frames", type=int, default=2000, help="how many frames are counted (default: 2000)")
    add("--seed", type=int, default=1)
    add("--cache", type=Path, default=KIT / "build" / "real-code", help="where sources are kept")
    add("--format", choices=["text", "json"], default="text")
    options = parser.parse_args()
    try:
        tarball = fetch(LIBRARY, options.cache)
        with tempfile.TemporaryDirectory(prefix="bpf-") as scratch:
            source = unpack(tarball, Path(scratch) / "source")
            general = build_client(source, Path(scratch) / "general")
            special = build_client(source, Path(scratch) / "special", options.specialize)
            rows = [
                measure(general, special, filter, options.frames, options.seed)
                for filter in FILTERS
            ]
    except (Unavailable, Failed) as error:
        print(f"bpf_filters: {error}", file=sys.stderr)
        return 2 if isinstance(error, Unavailable) else 1
    if options.format == "json":
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print("\n".join(table(rows, options.frames)))
    return 0


def measure(general: Client, special: Client, filter: str, frames: int, seed: int) -> Row:
    """Raises Failed if one lets a frame pass that another stops."""
    said = {*verdicts(general, filter, frames, seed), *verdicts(special, filter, frames, seed)}
    if len(said) != 1:
        raise Failed(f"the filter `{filter}` passes {' or '.join(sorted(said))} of {frames}")
    return Row(
        filter,
        said.pop().split()[0],
        count(general, filter, "pass_interpreted", frames, seed),
        count(special, filter, "pass_interpreted", frames, seed),
        count(general, filter, "pass_by_hand", frames, seed),
        special.code[filter],
    )


def table(rows: list[Row], frames: int) -> list[str]:
    """A line for each filter."""
    columns = ("interpreted", "specialised", "by hand", "code, bytes")
    lines = [f"{LIBRARY.name}, clang 19: instructions for each of {frames} frames"]
    lines.append(f"{'':10}{'passed':>8}{''.join(f'{column:>13}' for column in columns)}")
    for row in rows:
        figures = "".join(
            f"{each:13.1f}" for each in (row.interpreted, row.specialised, row.by_hand)
        )
        lines.append(f"{row.filter:10}{row.passed:>8}{figures}{row.code:13}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
