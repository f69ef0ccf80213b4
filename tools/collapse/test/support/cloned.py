# SPDX-License-Identifier: BSD-2-Clause
"""Tests which functions are cloned for the classes behind their parameters.

The program's lines say it all: `// PLAN: JSON` is the plan, `// CLONE: f(Class&)` a clone that
must be made, `// KEPT: f, why` a function that has none, `// DIRECT: f(Class&)` one that is in the
object then (which it is only if it is called) and calls nothing through tables, `// PRINTS: text`
what the program prints. Before and after, each compiler must be silent and the program print the
same.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from compilers import Program, TestFailed, compilers, link, output_of, run, run_silently

_objdump = "/usr/lib/llvm-19/bin/llvm-objdump"
_function = re.compile(r"^[0-9a-f]+ <(.*)>:$")
_indirect = re.compile(r"\scallq?\s+\*")
_said = re.compile(r"^collapse: .*?\.cpp: (.*)$")


def main() -> int:
    """Tests one source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--originals-only", action="store_true", help="collapse is not run")
    parser.add_argument("--collapse", required=True, help="the program under test")
    parser.add_argument("--folder", type=Path, required=True, help="for what the test builds")
    parser.add_argument("--flag", action="append", default=[], help="for the compilers")
    parser.add_argument("source", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        _test(options)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _test(options: argparse.Namespace) -> None:
    plan = options.folder / "plan.json"
    (text,) = _lines(options.source, "PLAN")
    plan.write_text(text, encoding="utf-8")
    printed = "".join(f"{line}\n" for line in _lines(options.source, "PRINTS"))
    if not printed:
        raise TestFailed("no line `// PRINTS: text` says what the program prints")
    launcher = [options.collapse, "--plan", str(plan), "--"]
    for compiler in compilers:
        before = _functions(options, compiler, [], printed)
        if options.originals_only:
            continue
        after = _functions(options, compiler, launcher, printed)
        for each in _lines(options.source, "DIRECT"):
            if each in before or after.get(each) != 0:
                raise TestFailed(f"{compiler}: no new function is `{each}` in\n{after}")
    if not options.originals_only:
        _check_summary(options, plan)


def _lines(source: Path, key: str) -> list[str]:
    mark = f"// {key}:"
    lines = source.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(mark).strip() for line in lines if line.startswith(mark)]


def _functions(
    options: argparse.Namespace, compiler: str, launcher: list[str], printed: str
) -> dict[str, int]:
    """Tests one way to build the program; how often each function, not optimised, calls through
    tables and pointers."""
    program = Program(options.source, tuple(options.flag))
    name = f"{'flat' if launcher else 'original'}-{compiler}"
    fast, plain = options.folder / f"{name}.o", options.folder / f"{name}-plain.o"
    run_silently([*launcher, *program.compile_command(compiler, fast)])
    run_silently([*launcher, *program.compile_command(compiler, plain), "-O0"])
    for each in (fast, plain):
        seen = output_of(link(compiler, each, options.flag))
        if seen != printed:
            raise TestFailed(f"{each.name} prints\n{seen}instead of\n{printed}")
    found: dict[str, int] = {}
    function = ""
    for line in run([_objdump, "--disassemble", "--demangle", str(plain)]).output.splitlines():
        if begins := _function.match(line):
            function = begins.group(1)
            found[function] = 0
        elif _indirect.search(line):
            found[function] += 1
    return found


def _check_summary(options: argparse.Namespace, plan: Path) -> None:
    command = Program(options.source, tuple(options.flag)).compile_command("g++", Path("x.o"))
    done = run([options.collapse, "check", "--verbose", "--plan", str(plan), "--", *command])
    said = [match.group(1) for line in done.errors.splitlines() if (match := _said.match(line))]
    clones = [line.removesuffix(": a clone") for line in said if line.endswith(": a clone")]
    kept = [line for line in said if "not cloned, " in line or line.startswith("no clones")]
    kept = [line.replace(": not cloned", "") for line in kept]
    for key, seen in (("CLONE", clones), ("KEPT", kept)):
        if sorted(seen) != sorted(_lines(options.source, key)):
            raise TestFailed(f"these are the {key} lines of\n{done.told()}")


if __name__ == "__main__":
    sys.exit(main())
