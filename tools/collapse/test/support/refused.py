# SPDX-License-Identifier: BSD-2-Clause
"""Tests that collapse refuses a program, says where and why, and writes nothing.

The original must compile with each compiler. Through collapse the exit status must be 1, no file
may appear, and the diagnostics must match the `CHECK` lines of the source, alike for both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from compilers import (
    Program,
    TestFailed,
    class_words,
    compilers,
    run,
    run_silently,
    test_options,
)

_file_check = "/usr/lib/llvm-19/bin/FileCheck"


def main() -> int:
    """Tests one source."""
    options = test_options(__doc__).parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.source, tuple(options.flag))
    try:
        for compiler in compilers:
            run_silently(program.check_command(compiler))
            if not options.originals_only:
                _check_refusal(options, program, compiler)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _check_refusal(options: argparse.Namespace, program: Program, compiler: str) -> None:
    """Compiles through collapse, with an own folder for temporary files."""
    written = options.folder / f"written-{compiler}"
    written.mkdir(exist_ok=True)
    for left in written.iterdir():
        left.unlink()
    command = program.compile_command(compiler, written / "flat.o")
    os.environ["TMPDIR"] = str(written)
    done = run([options.collapse, *class_words(options.classes), "--", *command])
    if done.status != 1:
        raise TestFailed(f"this should be refused with status 1:\n{done.told()}")
    if files := sorted(each.name for each in written.iterdir()):
        raise TestFailed(f"the refusal leaves {', '.join(files)} behind:\n{done.told()}")
    _match(options.source, done.errors)


def _match(source: Path, diagnostics: str) -> None:
    """Compares with the source's own expectations."""
    command = [_file_check, str(source), "--dump-input=never"]
    done = subprocess.run(command, input=diagnostics, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise TestFailed(f"other diagnostics are expected:\n{diagnostics}\n{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
