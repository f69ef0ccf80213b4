# SPDX-License-Identifier: BSD-2-Clause
"""Finds which sources depend on how kernel objects are composed, by following their includes.

Our sources include without conditions (rule 10 of the style), so reading the text is exact. What
reaches <object/…> is compiled once for each composition, all else once for each target.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

_include = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_object = "object/"


class IncludeScanner:
    """Follows includes through a list of include folders; each file is read once.

    `made` are the texts of what a build generates, by place, which need not be written yet, and
    `made_in` the include folder that they lie in: of it nothing else is found.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        made: Mapping[Path, str] | None = None,
        made_in: Path | None = None,
    ) -> None:
        self._folders = tuple(folders)
        self._made = made or {}
        self._made_in = made_in
        self._found: dict[tuple[Path | None, str], Path | None] = {}
        self._direct: dict[Path, tuple[bool, tuple[Path, ...]]] = {}

    @property
    def files(self) -> list[Path]:
        """Every file that was read so far, sorted."""
        return sorted(self._direct)

    def reaches_object(self, source: Path) -> bool:
        """Whether a source includes some <object/…>, itself or through other headers."""
        return any(self._read(file)[0] for file in self.closure(source))

    def closure(self, *sources: Path) -> list[Path]:
        """The sources and every file of ours that they include, directly or through others."""
        found = dict.fromkeys(sources)
        waiting = list(sources)
        while waiting:
            for header in self._read(waiting.pop())[1]:
                if header not in found:
                    found[header] = None
                    waiting.append(header)
        return list(found)

    def _read(self, file: Path) -> tuple[bool, tuple[Path, ...]]:
        """Whether a file includes an <object/…> itself, and the headers that it includes."""
        known = self._direct.get(file)
        if known:
            return known
        text = self._text(file)
        headers = []
        is_object = False
        for match in _include.finditer(text):
            name = match.group(2).decode(errors="replace")
            is_object = is_object or name.startswith(_object)
            header = self._find(name, file.parent if match.group(1) == b'"' else None)
            if header:
                headers.append(header)
        self._direct[file] = (is_object, tuple(headers))
        return self._direct[file]

    def _text(self, file: Path) -> bytes:
        """What a file has; nothing where it cannot be read."""
        made = self._made.get(file)
        if made is not None:
            return made.encode()
        try:
            return file.read_bytes()
        except OSError:
            return b""

    def _find(self, name: str, beside: Path | None) -> Path | None:
        """The file that an include names; None for those of the compiler or the host."""
        key = (beside, name)
        if key not in self._found:
            folders = (beside, *self._folders) if beside else self._folders
            self._found[key] = next(
                (folder / name for folder in folders if (folder / name).is_file()),
                self._find_made(name),
            )
        return self._found[key]

    def _find_made(self, name: str) -> Path | None:
        """The generated file that an include names."""
        place = self._made_in / name if self._made_in else None
        return place if place in self._made else None
