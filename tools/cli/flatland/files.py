# SPDX-License-Identifier: BSD-2-Clause
"""Writing products so that nothing is half written and nothing changes without a reason."""

from __future__ import annotations

import fcntl
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Fingerprint = list[int] | None

license_line = "// SPDX-License-Identifier: BSD-2-Clause"


def fingerprint(path: str) -> Fingerprint:
    """Size and time of change of a file or folder; None when it does not exist."""
    try:
        status = os.stat(path)  # noqa: PTH116 - called for every input on every build
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]


def write_if_changed(file: Path, text: str) -> bool:
    """Writes `text` unless the file has it already; returns whether it wrote.

    The file appears whole or not at all: it is written beside its place and renamed.
    """
    data = text.encode()
    try:
        if file.read_bytes() == data:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return True


def write_json(file: Path, value: Any) -> bool:
    """Writes plain values as JSON, one key a line, unless the file has them already."""
    return write_if_changed(file, json.dumps(value, indent=2) + "\n")


def merge_compile_commands(file: Path, entries: list[dict[str, Any]]) -> None:
    """Puts entries into a compile_commands.json, in place of older ones about the same sources.

    Entries of other kernels' sources stay while these sources exist.
    """
    try:
        old = json.loads(file.read_bytes())
    except (OSError, ValueError):
        old = []
    ours = {entry["file"] for entry in entries}
    kept = [each for each in old if each["file"] not in ours and Path(each["file"]).is_file()]
    write_json(file, sorted([*kept, *entries], key=lambda entry: str(entry["file"])))


def link_folder(link: Path, folder: Path) -> None:
    """Makes `link` a symbolic link to `folder`, in place of what it may point to now."""
    if link.is_symlink():
        if link.readlink() == folder:
            return
        link.unlink()
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(folder, target_is_directory=True)


def remove_others(folder: Path, keep: set[Path]) -> None:
    """Removes every file below `folder` that is not in `keep`: products of what is gone."""
    for file in list(folder.rglob("*")):
        if file.is_file() and file not in keep:
            file.unlink()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Holds a lock between processes; waits, saying so, while another one has it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another flat that builds here", file=sys.stderr)
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
