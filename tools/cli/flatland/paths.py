# SPDX-License-Identifier: BSD-2-Clause
"""Where the kit is, and where the things that it makes go."""

from __future__ import annotations

import os
from pathlib import Path

_package = Path(__file__).resolve().parent

is_wheel = (_package / "kit").is_dir()
"""Whether this is the wheel of `memtrace` and `reorder plan`, which has no more of the kit."""

kit = _package / "kit" if is_wheel else _package.parents[2]
"""The root folder of this kit: the one that holds the script `flat`."""


def _cache() -> Path:
    """A folder of the user's own, by the XDG Base Directory Specification."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "flatland"


build = _cache() if is_wheel else kit / "build"
"""Products of the kit itself and of the kernels in it; ignored by git."""

logs = build / "log"
"""Logs of our own bugs and of installations."""
