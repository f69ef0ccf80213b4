# SPDX-License-Identifier: BSD-2-Clause
"""Disks with files of the game."""

from __future__ import annotations

import subprocess
from pathlib import Path

from flatland.setup.install import ensure
from flatland.setup.tools import find


def make_disk(disk: Path, format_of_it: str, files: list[Path]) -> None:
    """A disk with these files."""
    ensure(find("mke2fs", "mkfs.fat", "mcopy"))
    with disk.open("wb") as file:
        file.truncate(48 << 20)
    commands: list[list[str | Path]]
    if format_of_it == "fat":
        commands = [["/usr/sbin/mkfs.fat", disk]]
        commands += [["mcopy", "-i", disk, file, f"::{file.name}"] for file in files]
    else:
        commands = [["/usr/sbin/mke2fs", "-q", "-F", "-t", "ext2", disk]]
        commands += [
            ["/usr/sbin/debugfs", "-w", "-R", f"write {file} {file.name}", disk] for file in files
        ]
    for command in commands:
        subprocess.run(command, check=True, capture_output=True)
