# SPDX-License-Identifier: BSD-2-Clause
"""Tests that a flattened program prints what the original prints, and is flat.

The program's last lines say what it prints: `// PRINTS: text`. It is compiled by each compiler
through collapse, and plainly by g++, in exhaustive runs by all; every output must be that text. No
compilation may warn. In the flat objects the classes have neither bases nor tables; in the original
one of g++ they must have bases, or the test would show nothing.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from compilers import (
    Program,
    TestFailed,
    class_words,
    compilers,
    is_exhaustive,
    link,
    output_of,
    run_silently,
    test_options,
)
from objects import base_count, tables_of

_tells_bases = "g++"
"""Others leave out of the debug information what they can."""
_prints = re.compile(r"^// PRINTS:(?: (.*))?$")


def main() -> int:
    """Tests one source."""
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.source, tuple(options.flag))
    try:
        expected = _expected_output(options.source)
        for compiler in compilers:
            if compiler == _tells_bases or options.originals_only or is_exhaustive:
                original = _built(options, program, compiler, [])
                printed = output_of(link(compiler, original, options.flag))
                _compare(f"the original of {compiler}", printed, expected)
            if options.originals_only:
                continue
            words = [*class_words(options.classes), *options.tool_flag]
            launcher = [options.collapse, *words, "--"]
            flat = _built(options, program, compiler, launcher)
            printed = output_of(link(compiler, flat, options.flag))
            _compare(f"the flat program of {compiler}", printed, expected)
            _check_flatness(options, compiler, flat)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = test_options(__doc__)
    parser.add_argument("--tool-flag", action="append", default=[], help="for collapse")
    parser.add_argument("--keeps-bases", action="append", default=[], help="a class that may")
    return parser.parse_args()


def _expected_output(source: Path) -> str:
    # Bytes that are no UTF-8 may stand in a test, too.
    lines = source.read_text(errors="replace").splitlines()
    printed = [match.group(1) or "" for line in lines if (match := _prints.match(line))]
    if not printed:
        raise TestFailed("no line `// PRINTS: text` says what the program prints")
    return "".join(f"{line}\n" for line in printed)


def _built(
    options: argparse.Namespace, program: Program, compiler: str, launcher: list[str]
) -> Path:
    """The object file of one compiler, through the launcher if there is one."""
    object_file = _object_file(options, "flat" if launcher else "original", compiler)
    object_file.unlink(missing_ok=True)
    run_silently([*launcher, *program.compile_command(compiler, object_file)])
    return object_file


def _object_file(options: argparse.Namespace, kind: str, compiler: str) -> Path:
    folder: Path = options.folder
    return folder / f"{kind}-{compiler}.o"


def _compare(what: str, seen: str, expected: str) -> None:
    if seen != expected:
        raise TestFailed(f"{what} prints\n{seen}instead of\n{expected}")


def _check_flatness(options: argparse.Namespace, compiler: str, flat: Path) -> None:
    original = _object_file(options, "original", _tells_bases)
    for name in options.classes:
        if name in options.keeps_bases:
            continue
        if tables := tables_of(flat, name):
            raise TestFailed(f"the flat object of {compiler} has {', '.join(tables)}")
        if compiler != _tells_bases:
            continue
        if not base_count(original, name):
            raise TestFailed(f"`{name}` has no bases in the original: nothing is tested")
        bases = base_count(flat, name)
        if bases != 0:
            raise TestFailed(f"`{name}` has {bases} bases in the flat object of {compiler}")


if __name__ == "__main__":
    sys.exit(main())
