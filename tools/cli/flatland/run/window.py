# SPDX-License-Identifier: BSD-2-Clause
"""Whether a machine's screen is shown in a window, what runs if not, and QEMU's words for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flatland.run.settings import RunFile

_displays = ("DISPLAY", "WAYLAND_DISPLAY")


def has_window(run_file: RunFile, kernel: str, environment: Mapping[str, str]) -> bool:
    """Whether a kernel is one that is looked at, and there is somewhere to look."""
    return kernel in run_file.windows and any(environment.get(name) for name in _displays)


def unseen(run_file: RunFile, kernel: Path, environment: Mapping[str, str]) -> Path | None:
    """What is run in place of a kernel that nobody can look at, if its run.toml names something."""
    other = run_file.headless.get(kernel.stem)
    if other is None or has_window(run_file, kernel.stem, environment):
        return None
    return kernel.with_name(f"{other}.flat")


def window_words() -> list[str]:
    """In a window the machine runs in real time; the later word counts."""
    return ["-display", "gtk", "-icount", "shift=auto,sleep=on"]
