#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Flattens classes of real programs, builds them with both compilers and runs their own tests."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from realcode.flat_build import Built, Recipe, make
from realcode.flattened import Flattened, read_flattened
from realcode.options import KIT, add_options, in_turn, part_in_turn
from realcode.source import unpack
from realcode.step import Failed
from realcode.trials import try_each

HERE = Path(__file__).resolve().parent
Row = dict[str, str | int | None]


def main() -> int:
    """0: all as it should be; 1: a program fails; 2: a source cannot be fetched."""
    options = read_options()
    rows: list[Row] = []
    refusals: dict[str, dict[str, str]] = {}

    def attempt(program: Flattened, tarball: Path, scratch: Path) -> None:
        rows.extend(try_program(program, tarball, scratch, options))
        refusals[program.name] = try_refused(program, scratch, options)

    programs = read_flattened(HERE / "flattened.toml")
    status = try_each(programs, options.only, options.cache, attempt)
    if options.format == "json":
        print(json.dumps({"programs": rows, "refused": refusals}, indent=2))
    else:
        print_text(rows, refusals)
    return status


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    built = KIT / "build" / "tools" / "collapse" / "collapse"
    add("--collapse", type=Path, default=built, help="the tool (default: the kit's)")
    add("--compilers", default="g++,clang++-19", help="with which compilers")
    add_options(parser)
    return parser.parse_args()


def try_program(
    program: Flattened, tarball: Path, scratch: Path, options: argparse.Namespace
) -> list[Row]:
    """Builds it plainly and flat with compilers. Raises Failed if anything is not as before."""
    source = unpack(tarball, scratch / "source")
    launcher = [str(options.collapse.resolve())]
    for name in program.classes:
        launcher += ["--class", name]
    rows: list[Row] = []
    for compiler in in_turn(options.compilers.split(","), options.turn):
        folder = scratch / compiler
        plain = make(Recipe(program, compiler, source, folder / "plain", ()))
        flat = make(Recipe(program, compiler, source, folder / "flat", (*launcher, "--")))
        if not plain.virtual_tables or flat.virtual_tables:
            raise Failed(
                f"virtual tables of {', '.join(program.gone)}: {plain.virtual_tables} before,"
                f" {flat.virtual_tables} after flattening with {compiler}"
            )
        if flat.tests != plain.tests:
            raise Failed(f"its tests end with {flat.tests!r}, not {plain.tests!r} as before")
        rows.append(row(program, compiler, plain, flat))
    return rows


def row(program: Flattened, compiler: str, plain: Built, flat: Built) -> Row:
    """What is reported of one program and compiler."""
    return {
        "program": program.name,
        "compiler": compiler,
        "classes": ", ".join(program.classes),
        "tests": flat.tests,
        "text_bytes_before": plain.text_bytes,
        "text_bytes_after": flat.text_bytes,
        "instructions_before": plain.instructions,
        "instructions_after": flat.instructions,
    }


def try_refused(program: Flattened, scratch: Path, options: argparse.Namespace) -> dict[str, str]:
    """Why each of the other classes is refused, by the findings in the first unit that refuses.

    In turns some of them are tried: it takes as long as building the program.

    Units that do not compile as they lie there (C01..) say nothing of it.
    """
    source = next(path for path in (scratch / "source").iterdir() if path.is_dir())
    tool = str(options.collapse.resolve())
    found: dict[str, str] = {}
    for name in part_in_turn(program.refused, options.turn):
        codes: dict[str, str] = defaultdict(str)
        for unit in sorted(source.glob(program.units)):
            command = [tool, "check", "--class", name, "--", "g++", "-w", "-c"]
            done = subprocess.run(
                [*command, str(unit)],
                capture_output=True,
                text=True,
                errors="replace",
                cwd=unit.parent,
                check=False,
            )
            if done.returncode not in (0, 1):
                raise Failed(f"collapse check --class {name} {unit.name}: status {done.returncode}")
            for code, message in re.findall(r"^error\[(C0[2-7]\d+)\]: (.*)", done.stderr, re.M):
                codes[code] = codes[code] or message
            if codes:
                break
        found[name] = "; ".join(f"{code} {codes[code]}" for code in sorted(codes)) or "not refused"
    return found


def print_text(rows: list[Row], refusals: dict[str, dict[str, str]]) -> None:
    """The report for people."""
    for entry in rows:
        print(
            f"{entry['program']} ({entry['compiler']}): {entry['classes']} flat; {entry['tests']}"
        )
        for what in ("text_bytes", "instructions"):
            before, after = entry[f"{what}_before"], entry[f"{what}_after"]
            if isinstance(before, int) and isinstance(after, int):
                change = 100 * (after - before) / before
                print(f"    {what.replace('_', ' ')}: {before} -> {after} ({change:+.2f} %)")
    for program, classes in refusals.items():
        for name, reason in classes.items():
            print(f"{program}: {name}: {reason}")


if __name__ == "__main__":
    sys.exit(main())
