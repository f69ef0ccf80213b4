# SPDX-License-Identifier: BSD-2-Clause
"""The source files of a unit by number, from its line program."""

from __future__ import annotations

import posixpath
from typing import Any


class SourceFiles:
    """What numbers stand for in a unit's entries and line table."""

    def __init__(self, program: Any) -> None:
        """`program`: the unit's line program; None: it has none."""
        self._names: list[str] = []
        self._first = 0
        if program is None:
            return
        header = program.header
        self._first = 0 if header["version"] >= 5 else 1
        folders = [each.decode(errors="replace") for each in header["include_directory"]]
        if header["version"] < 5:
            folders.insert(0, ".")
        for entry in header["file_entry"]:
            number = entry["dir_index"]
            folder = folders[number] if number < len(folders) else ""
            path = posixpath.join(folder, entry["name"].decode(errors="replace"))
            self._names.append(posixpath.normpath(path))

    def name(self, number: int) -> str:
        """The path of a file; empty when there is no such number."""
        index = number - self._first
        return self._names[index] if 0 <= index < len(self._names) else ""

    def of_system(self) -> frozenset[int]:
        """The numbers of the files that lie below /usr, but for /usr/local and /usr/src."""
        return frozenset(
            number
            for number, path in enumerate(self._names, self._first)
            if path.startswith("/usr/") and not path.startswith(("/usr/local/", "/usr/src/"))
        )
