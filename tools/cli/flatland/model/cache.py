# SPDX-License-Identifier: BSD-2-Clause
"""Keeps parsed files between runs, in one file that may be missing, stale or damaged.

An entry counts while path, size and time of change are as they were; all of them fall when the
tool's own sources change.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from pathlib import Path
from typing import Any

from flatland.diagnostics import Diagnostic
from flatland.lang.syntax import SourceFile

_tool = Path(__file__).resolve().parents[1]


class Cache:
    """Parsed files by path; `save` writes what was new."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "library.pickle"
        self._version = _tool_stamp()
        self._entries: dict[str, tuple[tuple[int, int], Any]] = {}
        self._used: set[str] = set()
        self._changed = False
        # Whatever may be wrong with the file, it is only a cache: without it all is parsed again.
        with contextlib.suppress(Exception):
            version, entries = pickle.loads(self._file.read_bytes())
            if version == self._version:
                self._entries = entries

    def parse(self, path: Path) -> SourceFile:
        """A .flat file, parsed."""
        source: SourceFile = self._get(path, _parse)
        return source

    def toml(self, path: Path) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
        """A variant.toml, read."""
        from flatland.model.library import read_toml

        settings: tuple[dict[str, Any], tuple[Diagnostic, ...]] = self._get(path, read_toml)
        return settings

    def _get(self, path: Path, read: Any) -> Any:
        key = str(path)
        stamp = _stamp(path)
        self._used.add(key)
        entry = self._entries.get(key)
        if entry and entry[0] == stamp and stamp is not None:
            return entry[1]
        value = read(path)
        if stamp is not None:
            self._entries[key] = (stamp, value)
            self._changed = True
        return value

    def save(self) -> None:
        """Writes the entries, unless nothing changed; that it cannot be written is no error."""
        if not self._changed:
            return
        entries = {key: self._entries[key] for key in self._entries if Path(key).exists()}
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(pickle.dumps((self._version, entries), pickle.HIGHEST_PROTOCOL))
            part.replace(self._file)
        self._changed = False


def _parse(path: Path) -> SourceFile:
    from flatland.lang.parser import parse_file  # brings lark with it: only when there is need

    return parse_file(path)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _tool_stamp() -> tuple[Any, ...]:
    """Changes with the sources that make the entries."""
    files = [_tool / "diagnostics.py", *sorted((_tool / "lang").glob("*.*"))]
    files += [_tool / "model" / name for name in ("resolved.py", "library.py", "cache.py")]
    return (sys.version, *((file.name, _stamp(file)) for file in files))
