# SPDX-License-Identifier: BSD-2-Clause
"""Files of tests in Python that take long and seldom fail: one usual run in a few tries them.

Such a file says so at its top, and what it is for:

    # One run in 3, unless changed: tools/memtrace tools/reorder

Where that was changed since others saw it, where the file is named, and in exhaustive runs it is
tried always.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from flatland.testing.quick_choice import changed_files
from flatland.testing.results import Context

_seldom = re.compile(r"^# One run in (\d+), unless changed: (.+)$", re.MULTILINE)


def is_left_out(context: Context, file: Path) -> bool:
    """Whether the run leaves a file of tests to others."""
    if context.selection.names or context.exhaustive:
        return False
    found = _seldom.search(file.read_text(encoding="utf-8"))
    if not found:
        return False
    workspace = context.workspace
    folders = [file, *(workspace.folder / each for each in found[2].split())]
    if any(
        each.is_relative_to(place) for each in changed_files(workspace.folder) for place in folders
    ):
        return False
    return Random(f"{context.seed} {workspace.display(file)}").randrange(int(found[1])) != 0
