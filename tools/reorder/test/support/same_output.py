# SPDX-License-Identifier: BSD-2-Clause
"""Tests that a program prints with every layout of its classes what it prints with the old one.

The program's last lines say what it prints: `// PRINTS: text`. It is compiled plainly, and through
reorder in each order, and every output must be that text. No compilation may warn. The new layout
is asserted by what reorder writes into the text, so that a compiler checks it. Each of the usual
orders meets one compiler, which differs from source to source; an exhaustive run has all of both.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from compilers import (
    Program,
    TestFailed,
    is_exhaustive,
    link,
    output_of,
    program_of,
    run,
    run_silently,
    test_options,
)

_prints = re.compile(r"^// PRINTS:(?: (.*))?$")
_default_orders = ("reversed", "alphabetical", "random:1")


def main() -> int:
    """Tests one source."""
    options = test_options(__doc__).parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        expected = _expected_output(options.source)
        _check_originals(program_of(options, ["declared"]), options.folder, expected)
        for index, order in enumerate(options.order or _default_orders):
            program = program_of(options, order.split(";"))
            is_whole = is_exhaustive or options.order
            chosen = program.compilers if is_whole else (_compiler_of(program, index),)
            for compiler in chosen:
                _check_order(options, program, compiler, expected)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _expected_output(source: Path) -> str:
    lines = source.read_text(errors="replace").splitlines()
    printed = [match.group(1) or "" for line in lines if (match := _prints.match(line))]
    if not printed:
        raise TestFailed("no line `// PRINTS: text` says what the program prints")
    return "".join(f"{line}\n" for line in printed)


def _compiler_of(program: Program, index: int) -> str:
    """The one that an order meets: in turns, beginning with another for every second source."""
    first = sum(program.source.name.encode())
    return program.compilers[(first + index) % len(program.compilers)]


def _check_originals(program: Program, folder: Path, expected: str) -> None:
    for compiler in program.compilers if is_exhaustive else program.compilers[:1]:
        object_file = folder / f"original-{compiler}.o"
        run_silently(program.compile_command(compiler, object_file))
        printed = output_of(link(compiler, object_file, program.flags))
        _compare(f"the original of {compiler}", printed, expected)


def _check_order(
    options: argparse.Namespace, program: Program, compiler: str, expected: str
) -> None:
    plan = program.write_plan(options.reorder, options.folder / "plan.json")
    object_file = options.folder / f"laid-out-{compiler}.o"
    object_file.unlink(missing_ok=True)
    command = program.compile_command(compiler, object_file)
    launcher = [options.reorder, "--plan", str(plan), "--verbose", "--"]
    done = run([*launcher, *command])
    told = [line for line in done.errors.splitlines() if not line.startswith("reorder: ")]
    if done.status != 0 or told or done.errors.count("laid out") != len(program.classes):
        raise TestFailed(f"{', '.join(program.orders)}: this should succeed:\n{done.told()}")
    printed = output_of(link(compiler, object_file, program.flags))
    _compare(f"{', '.join(program.orders)} of {compiler}", printed, expected)


def _compare(what: str, seen: str, expected: str) -> None:
    if seen != expected:
        raise TestFailed(f"{what} prints\n{seen}instead of\n{expected}")


if __name__ == "__main__":
    sys.exit(main())
