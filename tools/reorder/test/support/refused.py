# SPDX-License-Identifier: BSD-2-Clause
"""Tests that reorder refuses a layout, says where and why, and writes nothing.

The original must compile with each compiler. Through reorder the exit status must be 1, no file may
appear, and the diagnostics must match the `CHECK` lines of the source, alike for both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from compilers import Program, TestFailed, program_of, run, run_silently, test_options

_file_check = "/usr/lib/llvm-19/bin/FileCheck"


def main() -> int:
    """Tests one source."""
    parser = test_options(__doc__)
    parser.add_argument("--plan", type=Path, help="in place of one that is made for an order")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = program_of(options, options.order or ["reversed"])
    try:
        plan = options.plan
        if plan is None:
            plan = program.write_plan(options.reorder, options.folder / "plan.json")
        for compiler in program.compilers:
            run_silently(program.check_command(compiler))
            _check_refusal(options, program, compiler, plan)
    except TestFailed as failure:
        print(f"{options.source}: {failure}", file=sys.stderr)
        return 1
    return 0


def _check_refusal(
    options: argparse.Namespace, program: Program, compiler: str, plan: Path
) -> None:
    """Compiles through reorder, with an own folder for temporary files."""
    written = options.folder / f"written-{compiler}"
    written.mkdir(exist_ok=True)
    for left in written.iterdir():
        left.unlink()
    command = program.compile_command(compiler, written / "laid-out.o")
    os.environ["TMPDIR"] = str(written)
    done = run([options.reorder, "--plan", str(plan), "--", *command])
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
