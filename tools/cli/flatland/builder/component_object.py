# SPDX-License-Identifier: BSD-2-Clause
"""Builds the object of one component, for `service.Loader` of some kernel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.builder.emit import emit_components, emit_includes, emit_interfaces
from flatland.builder.includes import IncludeScanner
from flatland.builder.layout import Layout, objects_folder
from flatland.builder.loadable import LoadableSteps, description, folder
from flatland.builder.pipeline import BuildOptions
from flatland.builder.resolution import load_library
from flatland.builder.rules import KernelRules, include_folders
from flatland.builder.toolchain import compilers, flags_hash, kernel_flags, user_flags
from flatland.builder.variants import read_variants
from flatland.builder.workspace import Workspace
from flatland.files import locked, write_if_changed
from flatland.model.alone import resolve_alone
from flatland.ninja.execute import run_ninja
from flatland.ninja.file import NinjaFile
from flatland.setup.install import ensure
from flatland.setup.tools import build_tools


def build_component(
    workspace: Workspace, component: str, settings: Sequence[str], options: BuildOptions
) -> Path:
    """The component object; `settings` are those of its attributes, as in `slice=5`.

    What is wrong with the component, its sources or the tools raises FlatError.
    """
    alone = resolve_alone(load_library(workspace), component, settings, options.target)
    variants = read_variants(alone.target)
    ensure(build_tools(options.compiler, variants.freestanding))
    compiler = compilers[options.compiler]
    flags = flags_hash(compiler, kernel_flags(compiler, variants), user_flags(compiler, variants))
    objects = objects_folder(workspace, alone.target, flags)
    place = workspace.build / "components" / f"{alone.target.arch}-{options.compiler}"
    layout = Layout(workspace, place, objects, objects, objects)
    interfaces = emit_interfaces(workspace)
    with locked(objects / "lock"):
        emit_includes(layout, alone.target)
        emit_components(layout, interfaces, [alone.loadable.component])
        source = folder(layout, alone.loadable) / "description.cpp"
        write_if_changed(source, description(alone.loadable, interfaces, workspace.kit))
        ninja = NinjaFile(objects)
        KernelRules(layout, variants, compiler, options.step, ninja).add()
        scanner = IncludeScanner(include_folders(layout))
        product = LoadableSteps(layout, ninja, scanner).add(alone.loadable)
        file = source.with_name("build.ninja")
        write_if_changed(file, ninja.text([product]))
        run_ninja(file, verbose=options.verbose, folder=workspace.folder)
    return product
