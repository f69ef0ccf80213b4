# SPDX-License-Identifier: BSD-2-Clause
"""What each job of a run cost, in a table for whoever looks for time to save."""

from __future__ import annotations

from pathlib import Path

from flatland.files import write_if_changed
from flatland.testing.scheduler import Done


class Costs:
    """The jobs that have ended, by stage."""

    def __init__(self) -> None:
        self._done: list[tuple[str, Done]] = []

    def add(self, stage: str, done: Done) -> None:
        """Takes a job of a stage."""
        self._done.append((stage, done))

    def dearest(self, stage: str, count: int = 3) -> str:
        """The jobs of a stage that cost most: `tools build 530 s, tools collapse/real 212 s`."""
        mine = [done for name, done in self._done if name == stage]
        mine.sort(key=lambda done: -done.processor_s)
        return ", ".join(f"{each.job.name} {each.processor_s:.0f} s" for each in mine[:count])

    def write(self, file: Path) -> None:
        """A line for each job, the dearest first: stage, processor and clock in seconds, name."""
        rows = sorted(self._done, key=lambda row: -row[1].processor_s)
        lines = [
            f"{stage}\t{done.processor_s:.1f}\t{done.elapsed_s:.1f}\t{done.job.name}\n"
            for stage, done in rows
        ]
        file.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(file, "stage\tprocessor_s\telapsed_s\tjob\n" + "".join(lines))
