# SPDX-License-Identifier: BSD-2-Clause
"""Runs one command of a program's build, tests or representative run."""

from __future__ import annotations

import subprocess
from pathlib import Path


class Failed(Exception):
    """A step failed; the message holds the end of what it printed."""


def run(words: str, folder: Path, allowed: tuple[int, ...] = (0,)) -> str:
    """What a shell prints that runs the words there. Raises Failed if it ends otherwise."""
    done = subprocess.run(
        words,
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode not in allowed:
        raise Failed(f"{words}\n{(done.stdout + done.stderr).strip()[-3000:]}")
    return done.stdout + done.stderr
