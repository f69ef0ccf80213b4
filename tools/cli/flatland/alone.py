# SPDX-License-Identifier: BSD-2-Clause
"""The programs of the wheel: `memtrace` and `reorder`, which need no kit beside them."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from flatland.main import main

_reorder_verbs = ("plan", "check", "draw")


def memtrace() -> int:
    """What `flat memtrace` does."""
    _find_own_programs()
    return main(["memtrace", *sys.argv[1:]])


def reorder() -> int:
    """What `flat reorder` does; for other verbs the program that rewrites sources, if there is one.

    That is a program `reorder` further on the PATH; then this does not return.
    """
    words = sys.argv[1:]
    rewriter = None if words and words[0] in _reorder_verbs else _rewriter()
    if rewriter:
        os.execv(rewriter, [str(rewriter), *words])
    _find_own_programs()
    return main(["reorder", *(words or ["--help"])])


def _rewriter() -> Path | None:
    """The first other program of this name on the PATH."""
    own = Path(sys.argv[0]).resolve()
    for folder in os.get_exec_path():
        file = Path(folder) / "reorder"
        if file.resolve() != own and os.access(file, os.X_OK):
            return file
    return None


def _find_own_programs() -> None:
    """Puts the environment's own programs, of which Ninja is one, at the end of the PATH."""
    os.environ["PATH"] = os.pathsep.join([*os.get_exec_path(), sysconfig.get_path("scripts")])
