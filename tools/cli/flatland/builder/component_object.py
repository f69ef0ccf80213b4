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
from flatland.builder.variants import Variants, read_variants
from flatland.builder.workspace import Workspace
from flatland.errors import failure
from flatland.files import locked, write_if_changed
from flatland.model.alone import resolve_alone
from flatland.model.resolved import kernel_domain
from flatland.ninja.execute import run_ninja
from flatland.ninja.file import NinjaFile
from flatland.setup.install import ensure
from flatland.setup.tools import build_tools


def build_component(
    workspace: Workspace,
    component: str,
    settings: Sequence[str],
    options: BuildOptions,
    is_privileged: bool,
) -> Path:
    """The component object; `settings` are those of its attributes, as in `slice=5`.

    It is for the kernel's domain if it `is_privileged`, else for others. What is wrong with the
    component, its sources or the tools raises FlatError.
    """
    alone = resolve_alone(load_library(workspace), component, settings, options.target)
    variants = read_variants(alone.target)
    ensure(build_tools(options.compiler, variants.freestanding))
    if not is_privileged:
        variants = _of_domains(variants, alone.target.arch)
    compiler = compilers[options.compiler]
    flags = flags_hash(compiler, kernel_flags(compiler, variants), user_flags(compiler, variants))
    objects = objects_folder(workspace, alone.target, flags, is_privileged)
    place = workspace.build / "components" / f"{alone.target.arch}-{options.compiler}"
    domain = kernel_domain if is_privileged else "any"
    layout = Layout(workspace, place, objects, objects, objects, domain)
    interfaces = emit_interfaces(workspace)
    with locked(objects / "lock"):
        emit_includes(layout, alone.target)
        emit_components(layout, interfaces, [alone.loadable.component])
        source = folder(layout, alone.loadable) / "description.cpp"
        text = description(alone.loadable, interfaces, workspace.kit, is_privileged)
        write_if_changed(source, text)
        ninja = NinjaFile(objects)
        KernelRules(layout, variants, compiler, options.step, ninja).add()
        scanner = IncludeScanner(include_folders(layout))
        product = LoadableSteps(layout, ninja, scanner).add(alone.loadable)
        file = source.with_name("build.ninja")
        write_if_changed(file, ninja.text([product]))
        run_ninja(file, verbose=options.verbose, folder=workspace.folder)
    return product


def _of_domains(variants: Variants, arch: str) -> Variants:
    of_domain = variants.of_domain()
    if of_domain is None:
        raise failure("F0711", f"there are no domains beside the kernel's on `{arch}` yet")
    return of_domain
