# SPDX-License-Identifier: BSD-2-Clause
"""Which of the C++ tools a run tries: each that is named, all that changed, or one by the seed.

What tries a tool takes as long as all boots. Where none has changed since others saw them, a usual
run builds and tries one, and another run another; all are built as far as kernels need them.
"""

from __future__ import annotations

from flatland import paths
from flatland.setup.native_tools import shared_library, tool_names
from flatland.testing.quick_choice import changed_files
from flatland.testing.results import Context


def is_choice(context: Context) -> bool:
    """Whether the run may try less than everything."""
    return not context.selection.names and not context.exhaustive and not _are_changed()


def tried(context: Context) -> tuple[str, ...]:
    """The tools that the run tries."""
    return (chosen_tool(context.part),) if is_choice(context) else tool_names


def chosen_tool(seed: int) -> str:
    """The tool that a usual run tries where none was changed."""
    return tool_names[seed % len(tool_names)]


def turn(seed: int) -> int:
    """How many runs, one after the other, tried the tool that this seed chooses before."""
    return seed // len(tool_names)


def _are_changed() -> bool:
    """Whether the tools, or what tries them, differ from what others have."""
    tools = paths.kit / "tools"
    changed = changed_files(paths.kit)
    # how all of them are built and packed
    if any(file.parent == tools and file.suffix != ".md" for file in changed):
        return True
    folders = [tools / name for name in (*tool_names, shared_library, "real")]
    return any(file.is_relative_to(folder) for file in changed for folder in folders)
