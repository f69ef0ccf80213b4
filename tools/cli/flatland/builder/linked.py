# SPDX-License-Identifier: BSD-2-Clause
"""What a built kernel was compiled and linked from, for tools that reuse its parts."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flatland.ninja.file import without_launcher

_linked = re.compile(r"^build \S*/without-symbols\.elf: link ([^|\n]*)", re.MULTILINE)
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


def units_of(image: Path) -> list[Unit]:
    """The object files of an image before it had symbols, in their order on the link line.

    The image has been built, or what is generated for it is written; its own Ninja file tells of
    it, as compile_commands.json has one entry for a source, which may be another kernel's by now.
    """
    ninja_file = image.parent / "build.ninja"
    linked = _linked.search(ninja_file.read_text(encoding="utf-8"))
    assert linked, image
    command = ["ninja", "-f", str(ninja_file), "-t", "compdb"]
    database = subprocess.run(command, capture_output=True, check=True).stdout
    known = {
        entry["output"]: shlex.split(without_launcher(entry["command"]))
        for entry in json.loads(database)
    }
    return [Unit(output, tuple(known[output])) for output in linked[1].split()]


def unit_named(units: Iterable[Unit], source: str) -> Unit:
    """The one whose source ends with this path."""
    return next(unit for unit in units if unit.source.match(source))
