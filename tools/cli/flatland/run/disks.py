# SPDX-License-Identifier: BSD-2-Clause
"""The disks of a machine: files of the host's, byte by byte."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.errors import failure
from flatland.run.command import option_path


def check(files: Sequence[Path]) -> None:
    """Refuses what is no file, nor a disk of the host's."""
    for file in files:
        if not file.is_file() and not file.is_block_device():
            raise failure(
                "F0823",
                f"there is no file {file} to be a disk",
                help=f"`truncate -s 16M {file}` makes an empty one",
            )


def drive_words(models: Sequence[str], files: Sequence[Path]) -> list[str]:
    """QEMU's words for disks of these models; one without a file is not there.

    A flush reaches the host's memory: time passes in the machine while it waits (`sleep=off`), so
    that requests to a medium that is in use would take longer than any driver allows.
    """
    if len(files) > len(models):
        raise failure(
            "F0822",
            f"there are {len(files)} files for {_disks(len(models))}",
            help="the disks of a machine are in the kernel's run.toml, under [disks]",
        )
    words = []
    for number, (model, file) in enumerate(zip(models, files, strict=False)):
        path = option_path(file)
        words += ["-drive", f"if=none,id=disk{number},format=raw,cache=unsafe,file={path}"]
        words += ["-device", f"{model},drive=disk{number}"]
    return words


def environment(files: Sequence[Path]) -> dict[str, str]:
    """What tells a process of its disks (dimensions/platform/linux/disk.hpp)."""
    return {f"FLAT_DISK_{number}": str(file.resolve()) for number, file in enumerate(files)}


def _disks(count: int) -> str:
    return "one disk" if count == 1 else f"{count} disks"
