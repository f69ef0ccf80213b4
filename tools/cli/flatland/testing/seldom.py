# SPDX-License-Identifier: BSD-2-Clause
"""Files of tests in Python that take long and seldom fail: one usual run in a few tries them.

Such a file says so at its top, and what it is for:

    # One run in 3, unless changed: tools/memtrace tools/reorder

One that needs a tool of C++ which no kernel needs is tried in runs that try the tool, as making it
takes longer than most tests:

    # With the tool specialize, unless changed: bench/rpc

Where that was changed since others saw it, where the file is named, and in exhaustive runs it is
tried always. Otherwise files take turns by their number, so that each run has as many; those that
share what is made once have one number, and are tried together.
"""

from __future__ import annotations

import re
from pathlib import Path

from flatland.testing.results import Context
from flatland.testing.tool_choice import tried
from flatland.testing.usual_part import is_changed, is_usual

_seldom = re.compile(
    r"^# (?:One run in (?P<runs>\d+)|With the tool (?P<tool>\w+)), unless changed: (?P<places>.+)$",
    re.MULTILINE,
)


def is_left_out(context: Context, file: Path, number: int) -> bool:
    """Whether the run leaves a file of tests to others; `number` is that of what it shares."""
    if not is_usual(context):
        return False
    found = _seldom.search(file.read_text(encoding="utf-8"))
    if not found:
        return False
    workspace = context.workspace
    if is_changed(context, (file, *(workspace.folder / each for each in found["places"].split()))):
        return False
    if found["tool"]:
        return found["tool"] not in tried(context)
    # Six runs later it is another of these, so that it meets all that a run chooses for all tests.
    return (context.part + context.part // 6 + number) % int(found["runs"]) != 0
