# SPDX-License-Identifier: BSD-2-Clause
"""Tries programs one after another: each is fetched and gets a folder that is gone afterwards."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from .source import Source, Unavailable, fetch
from .step import Failed

Program = TypeVar("Program", bound=Source)


def try_each(
    programs: Iterable[Program],
    only: str,
    cache: Path,
    attempt: Callable[[Program, Path, Path], None],
) -> int:
    """Calls `attempt` with each program whose name contains `only`, its tarball and its folder.

    0: all as it should be; 1: a program fails; 2: a source cannot be fetched.
    """
    status = 0
    for program in programs:
        if only not in program.name:
            continue
        try:
            tarball = fetch(program, cache)
            with tempfile.TemporaryDirectory(prefix="real-code-") as scratch:
                attempt(program, tarball, Path(scratch))
        except (Unavailable, Failed) as error:
            print(f"{Path(sys.argv[0]).stem}: {program.name}: {error}", file=sys.stderr)
            status = max(status, 2 if isinstance(error, Unavailable) else 1)
    return status
