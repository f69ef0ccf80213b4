#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Lays out a class of real programs from a trace, and builds, tests and traces them again."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from realcode.laid_out import LaidOut, read_laid_out
from realcode.layout_build import build_and_test, plan
from realcode.options import KIT, add_options, in_turn
from realcode.source import unpack
from realcode.step import Failed
from realcode.trials import try_each

HERE = Path(__file__).resolve().parent
Row = dict[str, str | int | float]


def main() -> int:
    """0: all as it should be; 1: a program fails; 2: a source cannot be fetched."""
    options = read_options()
    rows: list[Row] = []

    def attempt(program: LaidOut, tarball: Path, scratch: Path) -> None:
        rows.extend(lay_out(program, tarball, scratch, options))

    programs = read_laid_out(HERE / "laid_out.toml")
    status = try_each(programs, options.only, options.cache, attempt)
    if options.format == "json":
        print(json.dumps(rows, indent=2))
    else:
        print_text(rows)
    return status


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    built = KIT / "build" / "tools" / "reorder" / "reorder"
    add("--reorder", type=Path, default=built, help="the launcher (default: the kit's)")
    add_options(parser)
    return parser.parse_args()


def lay_out(
    program: LaidOut, tarball: Path, scratch: Path, options: argparse.Namespace
) -> list[Row]:
    """One layout, built with compilers. Raises Failed if anything is not as it should be."""
    source = unpack(tarball, scratch / "source")
    planned = plan(program, source, scratch)
    if planned.planned >= planned.lines:
        raise Failed(f"the layout is not better: {planned.planned} lines, {planned.lines} declared")
    rows: list[Row] = []
    for compiler in in_turn(program.compilers, options.turn):
        tested = build_and_test(program, compiler, source, planned, options.reorder.resolve())
        rows.append(
            {
                "program": program.name,
                "class": program.class_name,
                "members": planned.members,
                "size_bytes": planned.size_bytes,
                "compiler": compiler,
                "tests": tested.tests,
                "lines_declared": planned.lines,
                "lines_planned": planned.planned,
                "gap": planned.gap,
                "lines_traced_again": tested.lines,
                "lines_of_that_if_declared": tested.worse,
            }
        )
    return rows


def print_text(rows: list[Row]) -> None:
    """The report for people."""
    for row in rows:
        title = "{program} ({compiler}): {class}, {members} members, {size_bytes} bytes; {tests}"
        print(title.format_map(row))
        planned = "{lines_declared:.2f} -> {lines_planned:.2f} as planned, {gap:.1%} from the bound"
        print(f"    lines per invocation: {planned.format_map(row)}")
        again = "{lines_traced_again:.2f}, and {lines_of_that_if_declared:.2f} as declared"
        print(f"    traced again: {again.format_map(row)}")


if __name__ == "__main__":
    sys.exit(main())
