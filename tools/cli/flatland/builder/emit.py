# SPDX-License-Identifier: BSD-2-Clause
"""Resolves a kernel and writes everything that the build generates before a compiler runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from flatland.builder import (
    collapse_plan,
    component_header,
    merged,
    names,
    object_header,
    plan,
    programs,
    symbols,
    wiring,
)
from flatland.builder.files import (
    link_folder,
    locked,
    merge_compile_commands,
    remove_others,
    write_if_changed,
    write_json,
)
from flatland.builder.graph import Graph, program_image
from flatland.builder.includes import IncludeScanner
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout, make_layout
from flatland.builder.resolution import resolve_kernel
from flatland.builder.rules import include_folders, symbol_flags
from flatland.builder.state import State, folders_below
from flatland.builder.toolchain import (
    CompilerName,
    compilers,
    flags_hash,
    kernel_flags,
    user_flags,
)
from flatland.builder.variants import read_variants
from flatland.builder.workspace import Workspace
from flatland.idl import InterfaceLibrary, cpp, load_interfaces
from flatland.model.resolved import Component, KernelObject, ResolvedAssembly, Target
from flatland.setup.install import ensure
from flatland.setup.tools import build_tools


@dataclass(frozen=True)
class Emitted:
    """What was written, and what it was made from."""

    state: State
    inputs: tuple[Path, ...]


def emit(
    workspace: Workspace,
    kernel: Path,
    target: str | None,
    compiler_name: CompilerName,
    step: Step,
    object_layout: Path | None = None,
) -> Emitted:
    """Writes headers, wiring, boot modules, plans and Ninja file of a kernel for one target.

    `object_layout` is the plan that `reorder` writes classes by, for steps that use it.
    """
    assembly = resolve_kernel(workspace, kernel, target)
    variants = read_variants(assembly.target)
    ensure(build_tools(compiler_name, variants.freestanding))
    compiler = compilers[compiler_name]
    flags = flags_hash(compiler, kernel_flags(compiler, variants), user_flags(compiler, variants))
    step_flags = flags_hash(compiler, step.flags(compiler.name))
    layout = make_layout(workspace, kernel, assembly, compiler_name, flags, step, step_flags)
    lock = layout.objects / "lock"
    with locked(lock):
        interfaces = emit_interfaces(workspace)
        emit_includes(layout, assembly.target)
        emit_components(layout, interfaces, (each.component for each in assembly.instances))
        emit_objects(layout, assembly.objects, sealed=step.variant == "final")
        embedded = emit_kernel(layout, assembly, interfaces, variants.freestanding, step)
    scanner = IncludeScanner(include_folders(layout))
    graph = Graph(layout, assembly, variants, compiler, scanner, step)
    products = graph.kernel(embedded)
    if object_layout:
        write_if_changed(layout.object_plan, object_layout.read_text(encoding="utf-8"))
    if step.is_flat:
        emit_merged(layout, assembly, graph)
    ninja_file = layout.kernel / "build.ninja"
    write_if_changed(ninja_file, graph.ninja.text([products.image]))
    if step.is_as_written:
        commands = graph.ninja.compile_commands(workspace.folder)
        merge_compile_commands(workspace.folder / "compile_commands.json", commands)
    result = State(
        arch=assembly.target.arch,
        ninja_file=str(ninja_file),
        lock=str(lock),
        image=str(products.image),
        link_map=str(products.link_map),
        plan=str(layout.kernel / "plan.json"),
        summaries=[str(file) for file in products.summaries],
        run=asdict(variants.run),
    )
    inputs = {*assembly.inputs, *scanner.files, *(variant.file for variant in variants.all)}
    for program, library in embedded:
        inputs |= {program.file, library.file}
    inputs |= {object_layout} if object_layout else set()
    inputs |= {*compiler.files(), *graph.merged_sources()}
    for root in workspace.roots:
        for part in ("core", "components", "dimensions", "interfaces"):
            inputs |= set(folders_below(root / part))
    return Emitted(result, tuple(sorted(inputs)))


def emit_interfaces(workspace: Workspace) -> InterfaceLibrary:
    """Writes the header of every interface file."""
    folders = [root / "interfaces" for root in workspace.roots]
    library = load_interfaces(folders, workspace.build / "cache" / "interfaces")
    folder = workspace.build / "generated"
    with locked(workspace.build / "generated.lock"):
        written = set()
        for interface_file in library.files:
            header = folder / cpp.header_path(interface_file)
            write_if_changed(header, cpp.generate(interface_file))
            written.add(header)
        remove_others(folder, written)
    return library


def emit_includes(layout: Layout, target: Target) -> None:
    """Makes <core/…>, <arch/…>, <platform/…>, <api/…>, <smp/…>, <abi/…> lead to their folders."""
    link_folder(layout.include / "core", layout.workspace.kit / "core")
    for dimension, folder in target.folders:
        link_folder(layout.include / dimension, folder)


def emit_components(
    layout: Layout, interfaces: InterfaceLibrary, components: Iterable[Component]
) -> None:
    """Writes the base class of each component."""
    for component in components:
        file = layout.workspace.display(component.file)
        text = component_header.generate(component, interfaces.supertypes, file)
        write_if_changed(layout.components / names.generated_header(component), text)


def emit_objects(layout: Layout, objects: Iterable[KernelObject], sealed: bool = False) -> None:
    """Writes the class of each composed kernel object."""
    for composed in objects:
        header = layout.objects_include / names.object_header(composed.name)
        write_if_changed(header, object_header.generate(composed, sealed))


def emit_merged(layout: Layout, assembly: ResolvedAssembly, graph: Graph) -> None:
    """Writes the one translation unit of a kernel."""
    wiring_file = layout.kernel / "wiring.cpp"
    text = merged.generate(assembly, [*graph.merged_sources(), wiring_file])
    write_if_changed(layout.kernel / "kernel.cpp", text)


def emit_kernel(
    layout: Layout,
    assembly: ResolvedAssembly,
    interfaces: InterfaceLibrary,
    freestanding: bool,
    step: Step,
) -> list[tuple[programs.Program, programs.Library]]:
    """Writes what belongs to this kernel alone; returns the programs that it embeds."""
    folder = layout.kernel
    embedded = []
    images = []
    if assembly.modules:
        library = programs.read_library(layout.workspace)
        for module in assembly.modules:
            program = programs.read_program(module.folder)
            embedded.append((program, library))
            images.append((module, program_image(layout, program).with_suffix(".stripped")))
    owners: dict[str, list[str]] = defaultdict(list)
    for instance in assembly.instances:
        name = names.component_class(instance.component).removeprefix("flat::")
        owners[name].append(instance.name)
    values = plan.generate(assembly, layout.workspace)
    write_json(folder / "plan.json", values)
    retyped = collapse_plan.retyped(values) if step.is_flat else set()
    text = wiring.generate(assembly, interfaces.supertypes, retyped)
    write_if_changed(folder / "wiring.cpp", text)
    if step.uses_collapse:
        write_json(folder / "collapse-plan.json", collapse_plan.generate(values, step))
    write_if_changed(folder / "modules.S", programs.module_table(images))
    write_if_changed(
        folder / "symbols_empty.S", symbols.table(0, [], {}, symbol_flags(freestanding))
    )
    write_json(folder / "instances.json", owners)
    return embedded
