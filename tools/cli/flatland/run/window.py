# SPDX-License-Identifier: BSD-2-Clause
"""Whether a machine's screen is shown in a window, and QEMU's words for it."""

from __future__ import annotations

from collections.abc import Mapping

from flatland.run.settings import RunFile

_displays = ("DISPLAY", "WAYLAND_DISPLAY")


def has_window(run_file: RunFile, kernel: str, environment: Mapping[str, str]) -> bool:
    """Whether a kernel is one that is looked at, and there is somewhere to look."""
    return kernel in run_file.windows and any(environment.get(name) for name in _displays)


def window_words() -> list[str]:
    """In a window a second of the machine is one of who looks at it; the later word counts."""
    return ["-display", "gtk", "-icount", "shift=auto,sleep=on"]
