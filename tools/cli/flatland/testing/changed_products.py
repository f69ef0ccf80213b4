# SPDX-License-Identifier: BSD-2-Clause
"""Which objects of a build have something that was changed in them, as Ninja's file tells."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from flatland.builder.includes import IncludeScanner
from flatland.builder.workspace import Workspace
from flatland.testing.changed_kernels import declared

_compiled = (".cpp", ".c")  # an assembler source that is generated reads other domains' images

Product = tuple[str, bool]
"""An object file, and whether its source is generated."""


def products_of(
    ninja_file: Path, workspace: Workspace, changed: frozenset[Path]
) -> Iterator[Product]:
    """The objects of a Ninja file whose sources include something that was changed.

    All of them, where a declaration was, as much is generated from it; where a generator was, all
    whose sources are generated.
    """
    is_all = any(file.suffix in declared for file in changed)
    is_generated = any(file.suffix == ".py" for file in changed)
    words = ["ninja", "-f", str(ninja_file), "-t", "compdb"]
    done = subprocess.run(words, cwd=workspace.folder, capture_output=True, text=True, check=True)
    scanners: dict[tuple[str, ...], IncludeScanner] = {}
    for step in json.loads(done.stdout):
        source = workspace.folder / step["file"]
        if source.suffix not in _compiled:
            continue
        is_made = source.is_relative_to(workspace.build)
        if is_all or (is_generated and is_made):
            yield step["output"], is_made
            continue
        places = _include_folders(shlex.split(step["command"]))
        scanner = scanners.setdefault(places, IncludeScanner([Path(each) for each in places]))
        read = {Path(os.path.realpath(each)) for each in scanner.closure(source)}
        if not changed.isdisjoint(read):
            yield step["output"], is_made


def _include_folders(words: Sequence[str]) -> tuple[str, ...]:
    """Where a command looks includes up, in order."""
    return tuple(word[2:] for word in words if word.startswith("-I"))
