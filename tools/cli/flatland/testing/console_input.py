# SPDX-License-Identifier: BSD-2-Clause
"""A program that gets its input at once, or when it has shown certain lines."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path


def run_with_input(
    command: Sequence[str], folder: Path, text: str, after: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Waits for the program; its input is `text`, given once each of `after` has matched a line.

    A program that never shows such lines has no end of its input, so it ends otherwise.
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
        missing = list(after)
        if not missing:
            _give(process, text)
        lines = []
        for line in process.stdout:
            lines.append(line)
            if not missing:
                continue
            missing = [each for each in missing if not re.search(each, line.rstrip("\r\n"))]
            if not missing:
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
