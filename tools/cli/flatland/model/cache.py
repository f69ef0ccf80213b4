# SPDX-License-Identifier: BSD-2-Clause
"""Keeps parsed files between runs, in one file that may be missing, stale or damaged.

An entry counts while size and time of change of its file are as they were; all of them fall when
the tool's own sources change.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from flatland.diagnostics import Diagnostic
from flatland.lang.syntax import SourceFile
from flatland.model.variant_file import read_toml

Value = TypeVar("Value")

_tool = Path(__file__).resolve().parents[1]
_allowed = ("flatland.lang.syntax", "flatland.diagnostics", "pathlib")
_unsettled_ns = 100_000_000
"""A file younger than this may change again without a new time of change."""


class Cache:
    """Parsed files by path; `save` writes what was new. `folder` need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "library"
        self._version = _tool_stamp()
        self._entries: dict[str, tuple[tuple[int, int], Any]] = {}
        self._changed = False
        # Whatever may be wrong with the file, it is only a cache: without it all is parsed again.
        with contextlib.suppress(Exception):
            self._load()

    def parse(self, path: Path) -> SourceFile:
        """A .flat file, parsed."""
        return self._get(path, _parse)

    def toml(self, path: Path) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
        """A variant.toml or kind.toml, read."""
        return self._get(path, read_toml)

    def save(self) -> None:
        """Writes the entries, unless nothing changed; that it cannot be written is no error."""
        if not self._changed:
            return
        entries = {key: entry for key, entry in self._entries.items() if Path(key).exists()}
        payload = pickle.dumps((self._version, entries), pickle.HIGHEST_PROTOCOL)
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(zlib.crc32(payload).to_bytes(4, "little") + payload)
            part.replace(self._file)
        self._changed = False

    def _load(self) -> None:
        data = self._file.read_bytes()
        if zlib.crc32(data[4:]).to_bytes(4, "little") == data[:4]:
            version, entries = _Unpickler(io.BytesIO(data[4:])).load()
            if version == self._version:
                self._entries = entries

    def _get(self, path: Path, read: Callable[[Path], Value]) -> Value:
        key = str(path)
        stamp = _stamp(path)
        entry = self._entries.get(key)
        if entry and entry[0] == stamp:
            known: Value = entry[1]
            return known
        value = read(path)
        if stamp and stamp[1] < time.time_ns() - _unsettled_ns:
            self._entries[key] = (stamp, value)
            self._changed = True
        return value


class _Unpickler(pickle.Unpickler):
    """Makes syntax trees and nothing else, whoever wrote the file."""

    def find_class(self, module: str, name: str) -> Any:
        if module in _allowed:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name}")


def _parse(path: Path) -> SourceFile:
    from flatland.lang.parser import parse_file  # brings lark with it: only when there is need

    return parse_file(path)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Size and time of change; None if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _tool_stamp() -> tuple[Any, ...]:
    """Changes with the sources that make the entries."""
    files = [_tool / "diagnostics.py", *sorted((_tool / "lang").glob("*.*"))]
    files += [_tool / "model" / name for name in ("library.py", "cache.py", "variant_file.py")]
    return (sys.version, *((file.name, _stamp(file)) for file in files))
