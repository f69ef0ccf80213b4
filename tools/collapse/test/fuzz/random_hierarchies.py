#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Fuzzes `collapse`: random class hierarchies must print the same before and after flattening."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hierarchies.emit import unit_text
from hierarchies.generate import generate
from hierarchies.judge import BadGenerator, Judge, Tools, Verdict
from hierarchies.model import Program
from hierarchies.reduce import reduce


def main() -> int:
    """Runs the fuzzer; 0: nothing wrong, 1: a program means something else, 3: our own error."""
    options = read_options()
    collapse = shutil.which(options.collapse) or options.collapse
    tools = Tools(str(Path(collapse).resolve()), tuple(options.compilers.split(",")))
    programs = [generate(options.seed + i, f"h{options.seed + i}") for i in range(options.count)]
    units = [programs[i : i + options.unit] for i in range(0, len(programs), options.unit)]
    with tempfile.TemporaryDirectory(prefix="random-hierarchies-") as scratch:
        folders = [Path(scratch) / f"unit-{index}" for index in range(len(units))]
        try:
            with ThreadPoolExecutor(options.jobs) as pool:
                found = [
                    verdict
                    for verdicts in pool.map(
                        lambda job: judge(tools, *job), zip(folders, units, strict=True)
                    )
                    for verdict in verdicts
                ]
        except BadGenerator as error:
            print(f"random_hierarchies: {error}", file=sys.stderr)
            return 3
        wrong = [verdict for verdict in found if verdict.outcome == "wrong"]
        for verdict in wrong[: options.reduce]:
            save(tools, Path(scratch) / "reduce", options.save, verdict)
    report(found, options.format)
    accepted = sum(verdict.outcome == "accepted" for verdict in found)
    if not wrong and accepted < options.least_accepted * len(found):
        print("random_hierarchies: too many refusals to say anything", file=sys.stderr)
        return 1
    return 1 if wrong else 0


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--seed", type=int, default=1, help="the first program's seed (default 1)")
    add("--count", type=int, default=500, help="how many programs (default 500)")
    add("--unit", type=int, default=20, help="programs in one translation unit (default 20)")
    add("--compilers", default="clang++-19,g++", help="with which compilers")
    add("--collapse", default="collapse", help="the tool (default: the one in PATH)")
    add("--jobs", type=int, default=os.cpu_count() or 1)
    add("--save", type=Path, default=Path("wrong-hierarchies"), help="folder for wrong programs")
    add("--reduce", type=int, default=3, help="how many wrong programs to make small")
    add("--least-accepted", type=float, default=0.6, help="fails if fewer are flattened")
    add("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def judge(tools: Tools, folder: Path, programs: list[Program]) -> list[Verdict]:
    """The verdicts of one unit; half of them optimised a little, most without exceptions."""
    number = programs[0].seed // len(programs)
    flags = ["-O1" if number % 2 else "-O0"]
    if number % 4:
        flags.append("-fno-exceptions")  # with them a constructor that may throw is refused
    return Judge(tools, folder, programs, flags=tuple(flags)).verdicts()


def save(tools: Tools, scratch: Path, folder: Path, verdict: Verdict) -> None:
    """Writes a wrong program, made small, with how to repeat it."""
    dropped = reduce(tools, scratch, verdict)
    folder.mkdir(parents=True, exist_ok=True)
    text = unit_text([(verdict.program, dropped)])[0]
    path = folder / f"seed-{verdict.program.seed}.cpp"
    command = (
        f"collapse --class {verdict.program.target_name} --"
        f" {verdict.compiler} -std=c++20 -c {path.name}"
    )
    path.write_text(f"// {command}\n// {verdict.detail}\n{text}")
    print(f"{path}: {verdict.detail} ({verdict.compiler})", file=sys.stderr)


def report(found: list[Verdict], form: str) -> None:
    """Prints how many were accepted, refused (by code) and wrong."""
    outcomes = Counter(verdict.outcome for verdict in found)
    refused = Counter(
        re.sub(r"`.*?`", "…", verdict.detail) for verdict in found if verdict.outcome == "refused"
    )
    wrong = [
        {"seed": verdict.program.seed, "compiler": verdict.compiler, "what": verdict.detail}
        for verdict in found
        if verdict.outcome == "wrong"
    ]
    if form == "json":
        print(json.dumps({"outcomes": outcomes, "refused": refused, "wrong": wrong}, indent=2))
        return
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    for detail, count in refused.most_common():
        print(f"  {count:5} refused: {detail}")
    for item in wrong:
        print(f"  wrong: seed {item['seed']} with {item['compiler']}: {item['what']}")


if __name__ == "__main__":
    sys.exit(main())
