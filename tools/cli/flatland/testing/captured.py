# SPDX-License-Identifier: BSD-2-Clause
"""Runs a program for a test, with all that it prints kept."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence


def captured(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Waits for the program; its output is text whatever bytes it prints, standard input empty."""
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, **(environment or {})},
    )
