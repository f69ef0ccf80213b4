# SPDX-License-Identifier: BSD-2-Clause
"""A program that gets its input at once, or when it has shown a certain line."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path


def run_with_input(
    command: Sequence[str], folder: Path, text: str, after: str | None
) -> subprocess.CompletedProcess[str]:
    """Waits for the program; its input is `text`, given once a line has matched `after`, if any is.

    A program that never shows such a line has no end of its input, so it ends otherwise.
    """
    with (
        tempfile.TemporaryFile("w+", errors="replace") as complaints,
        subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            errors="replace",
        ) as process,
    ):
        assert process.stdin and process.stdout
        waits = after is not None
        if not waits:
            _give(process, text)
        lines = []
        for line in process.stdout:
            lines.append(line)
            if waits and after and re.search(after, line.rstrip("\r\n")):
                waits = False
                _give(process, text)
        process.wait()
        complaints.seek(0)
        return subprocess.CompletedProcess(
            command, process.returncode, "".join(lines), complaints.read()
        )


def _give(process: subprocess.Popen[str], text: str) -> None:
    """All of its input, and the end of it; one that has ended needs none."""
    assert process.stdin
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(text)
        process.stdin.close()
