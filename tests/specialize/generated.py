#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Specialises programs of Csmith's for half of their inputs: they must print what they did.

Each is run twice: with the inputs that were stated, and with one of them changed, for which the
general code has to be chosen. A program is "unfit" if it does not end in time before anything is
specialised, or if its output depends on the level of optimisation. Status 1: some program is wrong,
or fewer than `--least-specialised` could be specialised.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from csmith_program import Program, generate

_flags = ("-w", "-I/usr/include/csmith")
_run_s = 5
_specialised_run_s = 30  # a little slower is no error
_compile_s = 120
wrong_outcomes = {"other output", "crash", "bad object"}


@dataclass(frozen=True)
class Verdict:
    """What became of one program."""

    seed: int
    outcome: str
    detail: str = ""


class Ended(Exception):
    """A program is judged before all steps are done."""

    def __init__(self, outcome: str, detail: str = "") -> None:
        """What to say of it."""
        super().__init__(outcome)
        self.outcome, self.detail = outcome, detail


def main() -> int:
    """Runs all programs and says what became of them."""
    options = read_options()
    tool = str(Path(options.specialize).resolve())
    programs = [generate(seed) for seed in range(options.seed, options.seed + options.count)]
    with tempfile.TemporaryDirectory(prefix="generated-programs-") as scratch:

        def judged(program: Program) -> Verdict:
            folder = Path(scratch) / str(program.seed)
            folder.mkdir()
            return judge(tool, program, folder, options.limit)

        with ThreadPoolExecutor(options.jobs) as pool:
            verdicts = list(pool.map(judged, programs))
    wrong = [verdict for verdict in verdicts if verdict.outcome in wrong_outcomes]
    for verdict in wrong:
        save(programs[verdict.seed - options.seed], verdict, options.save)
    report(verdicts, options.format)
    fit = [verdict for verdict in verdicts if verdict.outcome != "unfit"]
    good = sum(verdict.outcome == "same output" for verdict in fit)
    if not wrong and good < options.least_specialised * len(fit):
        print("generated: too few were specialised to say anything", file=sys.stderr)
        return 1
    return 1 if wrong else 0


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--seed", type=int, default=1, help="the first program's seed (default: 1)")
    add("--count", type=int, default=200, help="how many programs (default: 200)")
    add("--specialize", default="specialize", help="the tool")
    add("--limit", type=int, default=60, help="seconds for each specialisation (default: 60)")
    add("--jobs", type=int, default=os.cpu_count() or 1)
    add("--save", type=Path, default=Path("wrong-specialize"), help="folder for wrong programs")
    add("--least-specialised", type=float, default=0.9, help="fails if fewer are specialised")
    add("--format", choices=["text", "json"], default="text")
    return parser.parse_args()


def judge(tool: str, program: Program, folder: Path, limit_s: int) -> Verdict:
    """Builds a program as it is and specialised, and compares."""
    try:
        detail = compare(tool, program, folder, limit_s)
    except Ended as end:
        return Verdict(program.seed, end.outcome, end.detail)
    return Verdict(program.seed, "same output", detail)


def compare(tool: str, program: Program, folder: Path, limit_s: int) -> str:
    """Which runs were compared; ends early if there is nothing to compare, or a difference."""
    source = folder / "x.c"
    source.write_text(program.source)
    (folder / "x.spec").write_text(program.spec)
    general = [compile_program(source, folder, level) for level in ("-O0", "-O2")]
    expected = {change: output_of(general, change) for change in (False, True)}
    if expected[False] is None:
        raise Ended("unfit")
    special = specialise(tool, folder, limit_s)
    compared = []
    for change, output in expected.items():
        if output is None or (change and not program.changed):
            continue
        name = "an input changed" if change else "inputs as stated"
        if change and output == expected[False]:
            name += " to no effect"
        found = run_program(special, change, _specialised_run_s)
        if found != output:
            raise Ended("other output", f"{name}: {found or 'no end'} instead of {output}")
        compared.append(name)
    return ", ".join(compared)


def compile_program(source: Path, folder: Path, level: str) -> Path:
    """The program as it is."""
    program = folder / f"general{level}"
    captured(["clang-19", *_flags, level, str(source), "-o", str(program)], _compile_s)
    return program


def output_of(programs: Sequence[Path], change: bool) -> str | None:
    """What all of them print; nothing if they do not agree, or do not end."""
    outputs = {run_program(program, change, _run_s) for program in programs}
    return outputs.pop() if len(outputs) == 1 else None


def run_program(program: Path, change: bool, limit_s: int) -> str | None:
    """The output and status of a program; nothing if it does not end in time."""
    environment = {**os.environ, "CHANGE": "1"} if change else dict(os.environ)
    try:
        done = subprocess.run(
            [str(program)],
            capture_output=True,
            text=True,
            check=False,
            timeout=limit_s,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return None
    return f"{done.stdout.strip()}, status {done.returncode}"


def specialise(tool: str, folder: Path, limit_s: int) -> Path:
    """The program with calls of func_1 choosing between the version and the general code."""
    made = folder / "x.o"
    command = [tool, str(folder / "x.spec"), "-o", str(made), "--replace", "--", "clang-19"]
    command += [*_flags, "-O2", "-c", str(folder / "x.c")]
    try:
        done = captured(command, limit_s)
    except subprocess.TimeoutExpired as error:
        raise Ended("time limit") from error
    said = done.stdout + done.stderr
    if done.returncode == 1:
        raise Ended("refused", reason_in(said))
    if done.returncode != 0 or not made.exists():
        raise Ended("crash", f"status {done.returncode}: {said.strip()[-300:]}")
    program = folder / "special"
    linked = captured(["clang-19", str(made), "-o", str(program)], _compile_s)
    if linked.returncode != 0:
        raise Ended("bad object", linked.stderr.strip()[:300])
    return program


def reason_in(said: str) -> str:
    """The first code of a finding, and what follows it, without names."""
    found = re.search(r"(S\d{4})\]?:? *(.*)", said)
    if not found:
        return said.strip()[:200]
    return f"{found[1]}: {re.sub(r'`.*?`', '…', found[2])}"


def captured(command: list[str], limit_s: int) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit_s)


def save(program: Program, verdict: Verdict, folder: Path) -> None:
    """Keeps a wrong program with the command that shows it."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"seed-{program.seed}.c"
    spec = source.with_suffix(".spec")
    command = ["specialize", str(spec), "-o", "special.o", "--replace", "--", "clang-19"]
    command += [*_flags, "-O2", "-c", str(source)]
    source.write_text(f"// {shlex.join(command)}\n{program.source}")
    spec.write_text(program.spec)
    print(f"{source}: {verdict.outcome}: {verdict.detail}", file=sys.stderr)


def report(verdicts: Sequence[Verdict], form: str) -> None:
    """Counts by outcome and by reason."""
    if form == "json":
        print(json.dumps([asdict(verdict) for verdict in verdicts], indent=2))
        return
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    for outcome in ("same output", "refused"):
        details = Counter(each.detail for each in verdicts if each.outcome == outcome)
        for detail, count in details.most_common():
            print(f"  {count:5} {outcome}: {detail}")
    for verdict in verdicts:
        if verdict.outcome in {*wrong_outcomes, "time limit"}:
            print(f"  seed {verdict.seed}: {verdict.outcome}: {verdict.detail}")


if __name__ == "__main__":
    sys.exit(main())
