# SPDX-License-Identifier: BSD-2-Clause
"""Runs a checking tool over files and turns its problems into results by file."""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing.results import Result, failed, passed
from flatland.testing.sources import batches

_place = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):")


def run_over(command: Sequence[str], files: list[Path], folder: Path) -> str:
    """What a tool prints about files, which are shared out among the processors."""

    def one(batch: list[Path]) -> str:
        words = [*command, *map(str, batch)]
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
        return done.stdout + done.stderr

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return "".join(pool.map(one, batches(files)))


def by_file(output: str, folder: Path) -> dict[Path, list[str]]:
    """Problems of the form `file:line:…` by file; lines that follow belong to the same one."""
    found: dict[Path, list[str]] = defaultdict(list)
    current: Path | None = None
    for line in output.splitlines():
        place = _place.match(line)
        if place:
            current = (folder / place["file"]).resolve()
        if current:
            found[current].append(line)
    return found


def results_by_file(
    name: str,
    files: Iterable[Path],
    problems: dict[Path, list[str]],
    workspace: Workspace,
    again: Callable[[str], str],
) -> list[Result]:
    """A failure for each file that is complained about; the others passed together."""
    checked = list(files)
    results = [
        failed(
            f"{name} {workspace.display(file)}",
            "\n".join(lines),
            again(workspace.display(file)),
        )
        for file, lines in sorted(problems.items())
    ]
    good = sum(file not in problems for file in checked)
    return [*results, passed(name, good)] if good else results
