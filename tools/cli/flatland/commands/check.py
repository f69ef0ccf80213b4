# SPDX-License-Identifier: BSD-2-Clause
"""Checks an assembly, or everything, without compiling."""

from __future__ import annotations

import argparse

from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace, find_workspace, workspace_of
from flatland.commands._options import Subparsers, add_format, add_kernel, add_target, add_verb
from flatland.diagnostics import Diagnostics, show
from flatland.model.resolved import ResolvedAssembly


def register(subparsers: Subparsers) -> None:
    """Adds `flat check`."""
    parser = add_verb(
        subparsers,
        "check",
        "Check an assembly: names, bindings, types, attributes, domains, initialisation.",
        [
            ("flat check hello", "for the kernel's first target"),
            ("flat check hello -t x86_64", "for another one"),
            ("flat check", "every declaration, and every kernel for all its targets"),
        ],
    )
    add_kernel(parser, optional=True)
    add_target(parser)
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints what is wrong, or in one line that nothing is; 1 if there are errors."""
    workspace = find_workspace()
    if arguments.kernel is None:
        from flatland.model.audit import audit

        resolutions, found = audit(load_library(workspace), workspace.kernels())
        assemblies = [each.assembly for each in resolutions if each.assembly]
    else:
        from flatland.model.load import check

        kernel = workspace.find_kernel(arguments.kernel)
        workspace = workspace_of(kernel)
        library = load_library(workspace)
        resolution = check(library, kernel, arguments.target)
        found = resolution.diagnostics
        assemblies = [resolution.assembly] if resolution.assembly else []
    _refuse(assemblies, found, workspace)
    if arguments.format == "json":
        _print_json(assemblies, found)
    else:
        show(found)
        for assembly in assemblies:
            print(_summary(assembly))
    return 1 if found.has_errors else 0


def _refuse(assemblies: list[ResolvedAssembly], found: Diagnostics, workspace: Workspace) -> None:
    """Takes out those of which a generator of a binding kind can make nothing, and says why."""
    asked = [each for each in assemblies if any(kind.generator for kind in each.kinds)]
    if not asked:
        return
    from flatland.builder.bridge_check import refusals

    for assembly, why in refusals(asked, workspace):
        assemblies.remove(assembly)
        found.extend(why)


def _summary(assembly: ResolvedAssembly) -> str:
    instances, bindings = len(assembly.instances), len(assembly.bindings)
    return (
        f"{assembly.command_name} for {assembly.target.arch}: ok, "
        f"{instances} instance{'' if instances == 1 else 's'}, "
        f"{bindings} binding{'' if bindings == 1 else 's'}"
    )


def _print_json(assemblies: list[ResolvedAssembly], found: Diagnostics) -> None:
    import json

    from flatland.diagnostics import to_json

    kernels = [
        {
            "kernel": assembly.command_name,
            "target": assembly.target.arch,
            "instances": len(assembly.instances),
            "bindings": len(assembly.bindings),
        }
        for assembly in assemblies
    ]
    print(json.dumps({"kernels": kernels, "diagnostics": to_json(found)}, indent=2))
