# SPDX-License-Identifier: BSD-2-Clause
"""Builds a kernel in any variant; those with laid out objects begin with a profile."""

from __future__ import annotations

from flatland.builder.pipeline import BuildOptions, BuildResult, build, state_file
from flatland.setup import native_tools


def build_kernel(name: str, options: BuildOptions) -> BuildResult:
    """Builds the kernel `name` (or a .flat file's path); with nothing to do it is instant.

    Mistakes in the kernel, in its sources or in the tools raise FlatError.
    """
    if not options.step.uses_reorder:
        return build(name, options)
    from flatland.guided.object_layout import decide

    native_tools.make_kit_tool("reorder", options.verbose)
    memory = state_file(name, options)
    return build(name, options, decide(name, options, memory.with_name(f"layout-{memory.name}")))
