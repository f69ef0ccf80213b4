# SPDX-License-Identifier: BSD-2-Clause
"""Builds a kernel in any variant; those with laid out objects begin with a profile.

The profile is of the kernel itself, or of the one that its run.toml names as `workload`: kernels
that share one share its layout. In `special` those are laid out whose run.toml names a workload, or
objects for the ladder.
"""

from __future__ import annotations

from dataclasses import replace

from flatland.builder.pipeline import BuildOptions, BuildResult, build, state_file
from flatland.builder.workspace import find_workspace
from flatland.run.settings import read_run_file
from flatland.setup import native_tools


def build_kernel(name: str, options: BuildOptions) -> BuildResult:
    """Builds the kernel `name` (or a .flat file's path); with nothing to do it is instant.

    Mistakes in the kernel, in its sources or in the tools raise FlatError.
    """
    step = options.step
    if not (step.uses_reorder or step.has_constants):
        return build(name, options)
    run_file = read_run_file(find_workspace().find_kernel(name).parent)
    options = replace(options, step=replace(step, tells_objects=run_file.tells_objects))
    if not options.step.uses_reorder:
        return build(name, options)
    from flatland.guided.object_layout import decide

    native_tools.make_kit_tool("reorder", options.verbose)
    workload = run_file.workload or name
    memory = state_file(workload, options)
    layout = decide(workload, options, memory.with_name(f"layout-{memory.name}"))
    return build(name, options, layout)
