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

from compilers import Program, TestFailed, compilers, run, run_silently

_file_check = "/usr/lib/llvm-19/bin/FileCheck"


def main() -> int:
    """Tests one source."""
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.source, tuple(options.flag))
    try:
        for compiler in compilers:
            original = options.folder / f"original-{compiler}.o"
            run_silently(program.compile_command(compiler, original))
            if not options.originals_only:
                _check_refusal(options, program, compiler)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--originals-only", action="store_true", help="collapse is not run")
    parser.add_argument("--collapse", required=True, help="the program under test")
    parser.add_argument("--folder", type=Path, required=True, help="for what the test builds")
    parser.add_argument("--class", dest="classes", action="append", required=True)
    parser.add_argument("--flag", action="append", default=[], help="for the compilers")
    parser.add_argument("source", type=Path)
    return parser.parse_args()


def _check_refusal(options: argparse.Namespace, program: Program, compiler: str) -> None:
    """Compiles through collapse, with an own folder for temporary files."""
    written = options.folder / f"written-{compiler}"
    written.mkdir(exist_ok=True)
    for left in written.iterdir():
        left.unlink()
    chosen = [word for name in options.classes for word in ("--class", name)]
    command = program.compile_command(compiler, written / "flat.o")
    os.environ["TMPDIR"] = str(written)
    done = run([options.collapse, *chosen, "--", *command])
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
