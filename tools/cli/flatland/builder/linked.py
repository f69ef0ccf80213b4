# SPDX-License-Identifier: BSD-2-Clause
"""What a built kernel was compiled and linked from, for who makes something else of its parts."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flatland import paths

_linked = re.compile(r"^build \S*/first\.elf: link ([^|\n]*)", re.MULTILINE)
_framework = re.compile(
    r"/objects/(kit/)?core/|/platform/linux/|/arch/hosted/(?!main\.cpp)|\.S\.o$"
)


@dataclass(frozen=True)
class Unit:
    """An object file of a kernel, and the command that compiled it."""

    output: str
    command: tuple[str, ...]

    @property
    def source(self) -> Path:
        """What was compiled."""
        return Path(self.command[self.command.index("-c") + 1])

    @property
    def include_words(self) -> list[str]:
        """The folders of its headers, as words for a compiler."""
        return [word for word in self.command if word.startswith("-I")]

    @property
    def is_framework(self) -> bool:
        """Whether a hosted program of another `main` needs it: core, platform, architecture."""
        return _framework.search(self.output) is not None


def units_of(image: Path, folder: Path = paths.kit) -> list[Unit]:
    """The object files of an image before it had symbols, in their order on the link line.

    The image is in the workspace of this folder, and has just been built there.
    """
    text = (image.parent / "build.ninja").read_text(encoding="utf-8")
    linked = _linked.search(text)
    assert linked, image
    database = json.loads((folder / "compile_commands.json").read_bytes())
    known = {entry["output"]: shlex.split(entry["command"]) for entry in database}
    return [Unit(output, tuple(known[output])) for output in linked[1].split()]


def unit_named(units: Iterable[Unit], source: str) -> Unit:
    """The one whose source ends with this path."""
    return next(unit for unit in units if unit.source.match(source))
