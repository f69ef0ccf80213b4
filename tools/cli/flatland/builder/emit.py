# SPDX-License-Identifier: BSD-2-Clause
"""Resolves a kernel and writes everything that the build generates before a compiler runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

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
from flatland.builder.bridges import Bridges, make_bridges
from flatland.builder.graph import Graph, ImageSteps, image_name, program_image
from flatland.builder.includes import IncludeScanner
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout, make_layout
from flatland.builder.resolution import refuse_other_images, resolve_kernel
from flatland.builder.rules import include_folders, symbol_flags
from flatland.builder.state import ImageState, State, folders_below
from flatland.builder.toolchain import (
    CompilerName,
    compilers,
    flags_hash,
    kernel_flags,
    user_flags,
)
from flatland.builder.variants import read_variants
from flatland.builder.workspace import Workspace
from flatland.files import (
    link_folder,
    locked,
    merge_compile_commands,
    remove_others,
    write_if_changed,
    write_json,
)
from flatland.idl import plugins
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces
from flatland.model.resolved import Component, Image, KernelObject, ResolvedAssembly, Target
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
    refuse_other_images(assembly)
    variants = read_variants(assembly.target)
    ensure(build_tools(compiler_name, variants.freestanding))
    compiler = compilers[compiler_name]
    flags = flags_hash(compiler, kernel_flags(compiler, variants), user_flags(compiler, variants))
    step_flags = flags_hash(compiler, step.flags(compiler.name))
    layout = make_layout(workspace, kernel, assembly, compiler_name, flags, step, step_flags)
    interfaces = emit_interfaces(workspace)
    bridges = make_bridges(assembly, interfaces)
    values = plan.generate(assembly, bridges, workspace)
    lock = layout.objects / "lock"
    with locked(lock):
        emit_includes(layout, assembly.target)
        emit_components(layout, interfaces, (each.component for each in assembly.instances))
        emit_objects(layout, assembly.objects, sealed=step.variant == "final")
        write_json(layout.kernel / "plan.json", values)
        generated = emit_bridges(layout, bridges)
        embedded = [
            emit_image(layout, assembly, image, bridges, values["images"][place], step)
            for place, image in enumerate(assembly.images)
        ]
    scanner = IncludeScanner(include_folders(layout))
    graph = Graph(layout, assembly, variants, compiler, scanner, step, generated)
    images = [graph.image(image) for image in assembly.images]
    products = [steps.add(found) for steps, found in zip(images, embedded, strict=True)]
    if object_layout:
        write_if_changed(layout.object_plan, object_layout.read_text(encoding="utf-8"))
    for image, steps in zip(assembly.images, images, strict=True):
        if step.is_flat:
            emit_merged(layout, image_name(assembly, image), image, bridges, steps)
    ninja_file = layout.kernel / "build.ninja"
    write_if_changed(ninja_file, graph.ninja.text([each.image for each in products]))
    if step.is_as_written:
        commands = graph.ninja.compile_commands(workspace.folder)
        merge_compile_commands(workspace.folder / "compile_commands.json", commands)
    result = State(
        arch=assembly.target.arch,
        ninja_file=str(ninja_file),
        lock=str(lock),
        images=[
            ImageState(
                each.domain,
                str(each.image),
                str(each.link_map),
                [str(file) for file in each.summaries],
            )
            for each in products
        ],
        plan=str(layout.kernel / "plan.json"),
        run=asdict(variants.run),
    )
    inputs = {*assembly.inputs, *scanner.files, *(variant.file for variant in variants.all)}
    for program, library in (each for found in embedded for each in found):
        inputs |= {program.file, library.file}
    inputs |= {object_layout} if object_layout else set()
    inputs |= {file for kind in assembly.kinds for file in kind.folder.glob("*.py")}
    inputs |= {
        *compiler.files(),
        *(source for steps in images for source in steps.merged_sources()),
    }
    for root in workspace.roots:
        for part in ("core", "components", "bindings", "dimensions", "interfaces"):
            inputs |= set(folders_below(root / part))
    return Emitted(result, tuple(sorted(inputs)))


def emit_interfaces(workspace: Workspace) -> InterfaceLibrary:
    """Writes the header of every interface file."""
    folders = [root / "interfaces" for root in workspace.roots]
    library = load_interfaces(folders, workspace.build / "cache" / "interfaces")
    folder = workspace.build / "generated"
    with locked(workspace.build / "generated.lock"):
        written = set()
        declare = plugins.generator(plugins.declaration).declare
        assert declare
        for interface_file in library.files:
            for path, text in declare(interface_file, library).items():
                write_if_changed(folder / path, text)
                written.add(folder / path)
        remove_others(folder, written)
    return library


def emit_bridges(layout: Layout, bridges: Bridges) -> list[Path]:
    """Writes what the generators of binding kinds made."""
    files = {layout.bridges / path: text for path, text in bridges.files.items()}
    for file, text in files.items():
        write_if_changed(file, text)
    remove_others(layout.bridges, set(files))
    return sorted(files)


def emit_includes(layout: Layout, target: Target) -> None:
    """Makes <core/…>, <arch/…>, <platform/…>, <api/…>, <smp/…>, <abi/…> lead to their folders.

    And <bindings/KIND/…> to that of each binding kind, whichever root it is in.
    """
    workspace = layout.workspace
    link_folder(layout.include / "core", workspace.kit / "core")
    kinds = {each.name: each for root in workspace.roots for each in (root / "bindings").glob("*/")}
    for name, folder in kinds.items():
        link_folder(layout.include / "bindings" / name, folder)
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


def emit_merged(
    layout: Layout, name: str, image: Image, bridges: Bridges, steps: ImageSteps
) -> None:
    """Writes the one translation unit of an image."""
    folder = layout.image(image.domain)
    text = merged.generate(name, image, bridges, [*steps.merged_sources(), folder / "wiring.cpp"])
    write_if_changed(folder / "kernel.cpp", text)


def emit_image(
    layout: Layout,
    assembly: ResolvedAssembly,
    image: Image,
    bridges: Bridges,
    planned: Mapping[str, Any],
    step: Step,
) -> list[tuple[programs.Program, programs.Library]]:
    """Writes what belongs to this image alone; returns the programs that it embeds.

    `planned` is the image's part of the binding plan.
    """
    folder = layout.image(image.domain)
    embedded = []
    images = []
    if image.modules:
        library = programs.read_library(layout.workspace)
        for module in image.modules:
            program = programs.read_program(module.folder)
            embedded.append((program, library))
            images.append((module, program_image(layout, program).with_suffix(".stripped")))
    owners: dict[str, list[str]] = defaultdict(list)
    for instance in image.instances:
        name = names.component_class(instance.component).removeprefix("flat::")
        owners[name].append(instance.name)
    retyped = collapse_plan.retyped(planned) if step.is_flat else set()
    text = wiring.generate(assembly.name, image, bridges, retyped)
    write_if_changed(folder / "wiring.cpp", text)
    if step.uses_collapse:
        write_json(folder / "collapse-plan.json", collapse_plan.generate(planned, step))
    write_if_changed(folder / "modules.S", programs.module_table(images))
    flags = symbol_flags(read_variants(assembly.target).freestanding)
    write_if_changed(folder / "symbols_empty.S", symbols.table(0, [], {}, flags))
    write_json(folder / "instances.json", owners)
    return embedded
