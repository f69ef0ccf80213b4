# SPDX-License-Identifier: BSD-2-Clause
"""The folders of the C++ tools include one another without a circle.

Within a folder files may need each other, as functions do that call one another on parts of an
expression; what another folder has is included by its path from tools/, so that it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

_include = re.compile(r'^#include (?:<([\w/]+/\w+\.hpp)>|"([^"]+)")', re.MULTILINE)
_tools = ("rewrite", "collapse", "reorder", "specialize")


def problems(tools: Path) -> Iterator[str]:
    """What is wrong in a folder like tools/, each with the file that has it."""
    needs: dict[str, dict[str, str]] = {}
    for name in _tools:
        for file in sorted([*(tools / name).rglob("*.cpp"), *(tools / name).rglob("*.hpp")]):
            if (tools / name / "test") in file.parents:  # programs that the tools are tried on
                continue
            here = file.parent.relative_to(tools).as_posix()
            where = file.relative_to(tools).as_posix()
            for path, sibling in _include.findall(file.read_text(encoding="utf-8")):
                if path and (tools / path).is_file():
                    needs.setdefault(here, {}).setdefault(str(Path(path).parent), where)
                elif ".." in sibling and (file.parent / sibling).is_file():
                    yield f"{where}: `{sibling}` is included by its path from tools/, in <>"
    graph = {here: set(there) - {here} for here, there in needs.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        folders = list(reversed(circle.args[1]))
        steps = pairwise(folders)
        files = ", ".join(f"{needs[here][there]} has {there}" for here, there in steps)
        yield f"folders include each other: {' -> '.join(folders)} ({files})"
