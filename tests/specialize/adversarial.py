#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Specialises programs that write stated places behind the tool's back: same output, or refused.

Each program is built as it is and specialised, and both print what they compute. A program is
"unfit" if what it prints depends on the level of optimisation. Status 1: some program is wrong, or
fewer than half could be specialised.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from adversarial_program import AdversarialProgram, generate
from generated import Ended, Verdict, captured, reason_in, report, run_program, wrong_outcomes

_flags = ("-w", "-fno-strict-aliasing", "-pthread")
_wrong = Path(__file__).resolve().parents[2] / "build" / "tests" / "wrong-specialize"
_run_s = 20
_compile_s = 120


def main() -> int:
    """Runs all programs and says what became of them."""
    options = read_options()
    tool = str(Path(options.specialize).resolve())
    programs = [generate(seed) for seed in range(options.seed, options.seed + options.count)]
    with tempfile.TemporaryDirectory(prefix="adversarial-") as scratch:

        def judged(program: AdversarialProgram) -> Verdict:
            folder = Path(scratch) / str(program.seed)
            folder.mkdir()
            try:
                return Verdict(program.seed, "same output", compare(tool, program, folder))
            except Ended as end:
                return Verdict(program.seed, end.outcome, end.detail)

        with ThreadPoolExecutor(options.jobs) as pool:
            verdicts = list(pool.map(judged, programs))
    wrong = [each for each in verdicts if each.outcome in wrong_outcomes]
    for each in wrong:
        save(programs[each.seed - options.seed], options.save)
    report(verdicts, "text")
    good = sum(each.outcome == "same output" for each in verdicts)
    return 1 if wrong or good < len(programs) / 2 else 0


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--seed", type=int, default=1, help="the first program's seed (default: 1)")
    add("--count", type=int, default=200, help="how many programs (default: 200)")
    add("--specialize", default="specialize", help="the tool")
    add("--jobs", type=int, default=os.cpu_count() or 1)
    add("--save", type=Path, default=_wrong, help="folder for wrong programs")
    return parser.parse_args()


def compare(tool: str, program: AdversarialProgram, folder: Path) -> str:
    """How the entry was called; ends early if there is nothing to compare, or a difference."""
    source = folder / "p.c"
    source.write_text(program.source, encoding="utf-8")
    spec = folder / "p.spec"
    spec.write_text(program.spec, encoding="utf-8")
    expected = {build(folder, level) for level in ("-O0", "-O2")}
    if len(expected) != 1 or None in expected:
        raise Ended("unfit", ", ".join(program.parts))
    command = [tool, str(spec), "-o", str(folder / "p.o")]
    command += ["--replace"] if program.replaces else []
    command += ["--", "clang-19", *_flags, "-O2", "-c", str(source)]
    command += [] if program.replaces else ["-DCALL=f_fast"]
    command += ["-DOPEN=f_fast_open"] if program.has_session else []
    done = captured(command, _compile_s)
    if done.returncode == 1:
        raise Ended("refused", reason_in(done.stdout + done.stderr))
    if done.returncode != 0:
        raise Ended("crash", f"status {done.returncode}: {done.stderr.strip()[-300:]}")
    special = folder / "special"
    link = ["clang-19", "-pthread", str(folder / "p.o"), "-o", str(special)]
    if program.has_session:
        link += runtime_of(tool)
    linked = captured(link, _compile_s)
    if linked.returncode != 0:
        raise Ended("bad object", linked.stderr.strip()[:300])
    found = run_program(special, False, _run_s)
    if found not in expected:
        raise Ended("other output", f"{', '.join(program.parts)}: {found} in place of {expected}")
    if program.has_session:
        opened = captured([str(special)], _run_s).stderr.split()
        return "session opened" if "0" in opened else "session not opened"
    return "replaced" if program.replaces else "called by its name"


@cache
def runtime_of(tool: str) -> list[str]:
    """What programs with sessions are linked with."""
    return captured([tool, "--runtime"], _compile_s).stdout.split()


def build(folder: Path, level: str) -> str | None:
    """What the program prints as it is."""
    program = folder / f"general{level}"
    captured(["clang-19", *_flags, level, str(folder / "p.c"), "-o", str(program)], _compile_s)
    return run_program(program, False, _run_s)


def save(program: AdversarialProgram, folder: Path) -> None:
    """Keeps a wrong program."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"adversarial-{program.seed}.c"
    source.write_text(program.source, encoding="utf-8")
    source.with_suffix(".spec").write_text(program.spec, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
