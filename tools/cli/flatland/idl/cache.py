# SPDX-License-Identifier: BSD-2-Clause
"""Keeps what was read from interface files between runs of the command line."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flatland import diagnostics
from flatland.idl.model import InterfaceFile

_unsettled_ns = 100_000_000


class Stamp(NamedTuple):
    """What tells whether a file has changed."""

    root: str
    path: str
    size: int
    mtime_ns: int


class Cache:
    """One entry: the files of one set of roots.

    The entry begins with its key, a digest of the stamps and of the compiler's own source, and a
    digest of what follows. An entry that does not fit or is damaged counts as absent, and a folder
    that cannot be written is no error: the cache saves time and nothing else.
    """

    def __init__(self, folder: Path, stamps: Sequence[Stamp]) -> None:
        roots = sorted({stamp.root for stamp in stamps})
        name = hashlib.sha256("\0".join(roots).encode()).hexdigest()[:16]
        self._entry = folder / f"interfaces-{name}"
        self._key = hashlib.sha256(_compiler() + repr(stamps).encode()).digest()
        newest = max((stamp.mtime_ns for stamp in stamps), default=0)
        # A file that has just been written may change again without a new modification time.
        self._settled = newest < time.time_ns() - _unsettled_ns

    def load(self) -> tuple[InterfaceFile, ...] | None:
        """What was saved for exactly these stamps, if anything."""
        try:
            data = self._entry.read_bytes()
        except OSError:
            return None
        key, digest, payload = data[:32], data[32:64], data[64:]
        if key != self._key or digest != hashlib.sha256(payload).digest():
            return None
        files: tuple[InterfaceFile, ...] = _Unpickler(io.BytesIO(payload)).load()
        return files

    def save(self, files: tuple[InterfaceFile, ...]) -> None:
        """Replaces the entry, in one step for others who read it at the same time."""
        if not self._settled:
            return
        payload = pickle.dumps(files, protocol=5)
        data = self._key + hashlib.sha256(payload).digest() + payload
        temporary = self._entry.with_suffix(f".{os.getpid()}")
        try:
            self._entry.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(data)
            temporary.replace(self._entry)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()


class _Unpickler(pickle.Unpickler):
    """Makes objects of the model and nothing else, whoever wrote the entry."""

    def find_class(self, module: str, name: str) -> Any:
        if module in ("flatland.idl.model", "flatland.diagnostics", "pathlib"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name}")


def _compiler() -> bytes:
    """A digest of the source of everything that decides what is saved."""
    digest = hashlib.sha256()
    for path in (*sorted(Path(__file__).parent.glob("*.py")), Path(diagnostics.__file__)):
        digest.update(path.read_bytes())
    return digest.digest()
