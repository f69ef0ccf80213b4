# SPDX-License-Identifier: BSD-2-Clause
"""The shell of the kernel `disk`, as a process over an image of a disk."""

from __future__ import annotations

import subprocess
from pathlib import Path

kit = Path(__file__).resolve().parents[2]


def shell_says(image: Path, *lines: str) -> str:
    """What the shell answers to lines, until it is halted."""
    words = ["run", "kernels/disk/hosted.flat", "-t", "hosted", "--timeout", "60"]
    done = subprocess.run(
        [str(kit / "flat"), *words, "--disk", str(image)],
        cwd=kit,
        input="\n" + "\n".join((*lines, "halt")) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
