# SPDX-License-Identifier: BSD-2-Clause
"""Has kernels that tests build, in many folders, made of what other tests have compiled."""

from __future__ import annotations

import py_compile
import sys
from pathlib import Path

from flatland.ninja import compiled_before
from flatland.ninja.file import launcher
from flatland.testing.results import Context

_bytes_max = 1 << 30


def remembering(context: Context) -> dict[str, str]:
    """What the environment of tests needs for it; nothing where a path has a blank.

    Nor in exhaustive runs, which compile everything.

    Products are in build/tests/compiled; the oldest go when there is a gigabyte of them.
    """
    if context.exhaustive:
        return {}
    folder = context.workspace.build / "tests" / "compiled"
    forget_oldest(folder, _bytes_max)
    program = folder.with_suffix(".pyc")  # compiled itself, as it starts so often
    py_compile.compile(compiled_before.__file__, str(program), doraise=True)
    words = [sys.executable, "-I", "-S", str(program), str(folder)]
    command = " ".join(words)
    return {launcher: command} if command.split() == words else {}


def forget_oldest(folder: Path, bytes_max: int) -> None:
    """Removes the oldest files of a folder until the others fit."""
    files = [(file.stat(), file) for file in folder.glob("*")]
    total = sum(status.st_size for status, _ in files)
    for status, file in sorted(files, key=lambda each: each[0].st_mtime_ns):
        if total <= bytes_max:
            return
        file.unlink(missing_ok=True)
        total -= status.st_size
