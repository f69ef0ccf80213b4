# SPDX-License-Identifier: BSD-2-Clause
"""Whether files hold what they held, wherever they lie now: by their hashes.

A file with the size and the time of change that were noted is not read again. One that had changed
just before it was noted may change again within the same tick of the clock: its time is not noted.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

Noted: TypeAlias = dict[str, list[str | int]]
"""Hash, size and time of change of each file, by its path below a folder."""

_no_time = -1
_just_ns = 1_000_000_000


def note(folder: Path, files: Iterable[Path]) -> Noted:
    """What files below a folder hold."""
    recent_ns = time.time_ns() - _just_ns
    noted: Noted = {}
    for file in files:
        status = file.stat()
        time_ns = status.st_mtime_ns if status.st_mtime_ns < recent_ns else _no_time
        noted[_name(folder, file)] = [_hash(file), status.st_size, time_ns]
    return noted


def is_noted(noted: Noted, folder: Path, files: Iterable[Path]) -> bool:
    """Whether the files below a folder are those that were noted, and hold the same."""
    names = {_name(folder, file): file for file in files}
    return noted.keys() == names.keys() and all(
        _is_same(noted[name], file) for name, file in names.items()
    )


def _is_same(known: list[str | int], file: Path) -> bool:
    status = file.stat()
    return known[1:] == [status.st_size, status.st_mtime_ns] or known[0] == _hash(file)


def _name(folder: Path, file: Path) -> str:
    return file.relative_to(folder).as_posix()


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
