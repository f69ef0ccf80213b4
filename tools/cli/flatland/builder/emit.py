# SPDX-License-Identifier: BSD-2-Clause
"""Resolves a kernel and writes everything that the build generates before a compiler runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flatland.builder import (
    c_component,
    c_component_header,
    collapse_plan,
    component_header,
    configured,
    merged,
    names,
    object_header,
    plan,
    programs,
    symbols,
    wiring,
)
from flatland.builder.bridges import Bridges, make_bridges
from flatland.builder.c_component import CComponent
from flatland.builder.call_digest import call_digests, note
from flatland.builder.constants import Constants, constants_of, fixed_ports, nothing_known
from flatland.builder.foreign import emit_foreign_headers
from flatland.builder.graph import (
    Graph,
    ImageSteps,
    embedded_image,
    image_name,
    program_image,
)
from flatland.builder.includes import IncludeScanner
from flatland.builder.inputs import inputs_of
from flatland.builder.ladder import Step
from flatland.builder.layout import Layout, make_layout
from flatland.builder.loadable import description, is_open, object_file
from flatland.builder.loadable import folder as loadable_folder
from flatland.builder.memory_limits import limits_of
from flatland.builder.planp_modules import (
    PlanpConstant,
    constants_of_facts,
    embedded_file,
    emit_constant,
    specs_of,
)
from flatland.builder.resolution import no_domains, resolve_kernel
from flatland.builder.rules import include_folders, symbol_flags
from flatland.builder.shapes import kit_digest, shapes
from flatland.builder.state import ImageState, State
from flatland.builder.toolchain import (
    Compiler,
    CompilerName,
    compilers,
    flags_hash,
    kernel_flags,
    user_flags,
)
from flatland.builder.variants import Variants, read_variants
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
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
from flatland.idl.load import interfaces_of_run
from flatland.idl.xdr.files import generated, texts_of
from flatland.model.resolved import (
    Component,
    EmbeddedFile,
    Image,
    KernelObject,
    ResolvedAssembly,
    Target,
    kernel_domain,
)
from flatland.setup.install import ensure
from flatland.setup.tools import build_tools


@dataclass(frozen=True)
class Emitted:
    """What was written, and what it was made from."""

    state: State
    inputs: tuple[Path, ...]


@dataclass(frozen=True)
class Part:
    """One image of a kernel, with how it is built."""

    image: Image
    variants: Variants
    step: Step
    layout: Layout
    specs: tuple[Path, ...] = ()  # that it is specialised for
    programs: tuple[PlanpConstant, ...] = ()  # which are constants of it for this


def emit(
    workspace: Workspace,
    kernel: Path,
    target: str | None,
    compiler_name: CompilerName,
    step: Step,
    object_layout: Path | None = None,
) -> Emitted:
    """Writes headers, wiring, boot modules, plans and Ninja files of a kernel for one target.

    `object_layout` is the plan that `reorder` writes classes by, for steps that use it.
    """
    assembly = resolve_kernel(workspace, kernel, target)
    variants = read_variants(assembly.target)
    ensure(build_tools(compiler_name, variants.freestanding))
    compiler = compilers[compiler_name]
    parts = parts_of(workspace, kernel, assembly, variants, compiler, step)
    interfaces = emit_interfaces(workspace)
    bridges = make_bridges(assembly, interfaces)
    layout = parts[0].layout
    digests = call_digests(assembly, bridges, interfaces, workspace.kit)
    values = plan.generate(assembly, bridges, workspace)
    for part, planned in zip(parts, values["images"], strict=True):
        add_calls_of_c(part, planned)
    with locked(layout.objects / "lock"):
        write_json(layout.kernel / "plan.json", values)
        generated = emit_bridges(layout, bridges)
        if object_layout:
            write_if_changed(layout.object_plan, object_layout.read_text(encoding="utf-8"))
        for part, planned in zip(parts, values["images"], strict=True):
            emit_headers(part, assembly, interfaces, bridges, planned)
    others = [part.layout for part in parts[1:]]
    made = [
        emit_part(
            part,
            assembly,
            compiler,
            bridges,
            interfaces,
            generated,
            planned,
            others if part is parts[0] else [],
            digests,
        )
        for part, planned in zip(parts, values["images"], strict=True)
    ]
    if step.is_as_written:
        commands = [each for part in made for each in part.commands]
        merge_compile_commands(workspace.folder / "compile_commands.json", commands)
    result = State(
        arch=assembly.target.arch,
        ninja_files=[str(each.ninja_file) for each in reversed(made)],  # the kernel's is last
        lock=str(layout.objects / "lock"),
        images=[each.state for each in made],
        plan=str(layout.kernel / "plan.json"),
        run=asdict(variants.run),
        limits=list(limits_of(assembly)),
        tools=["specialize"] if parts[0].step.has_facts else [],
    )
    inputs = inputs_of(workspace, assembly)
    inputs |= {*(variant.file for variant in variants.all), *compiler.files()}
    inputs |= {file for each in made for file in each.inputs}
    inputs |= {object_layout} if object_layout else set()
    return Emitted(result, tuple(sorted(inputs)))


def emit_headers(
    part: Part,
    assembly: ResolvedAssembly,
    interfaces: InterfaceLibrary,
    bridges: Bridges,
    planned: Mapping[str, Any],
) -> None:
    """Writes what all sources of one image may include."""
    emit_includes(part.layout, assembly.target)
    components = [each.component for each in part.image.instances]
    components += [each.component for each in part.image.loadables]
    emit_components(part.layout, interfaces, components)
    emit_own_components(part, interfaces, bridges, planned)
    emit_foreign_headers(part.layout, components)
    emit_objects(part.layout, part.image.objects, sealed=part.step.variant == "final")


def add_calls_of_c(part: Part, planned: Mapping[str, Any]) -> None:
    """Tells the plan of the sources through which components in C call their ports."""
    for instance, values in zip(part.image.instances, planned["instances"], strict=True):
        if instance.component.c:
            source = part.layout.components / c_component.calls_path(instance.component)
            values["sources"].append(part.layout.workspace.display(source))


@dataclass(frozen=True)
class EmittedPart:
    """What was written for one image, and what it was made from."""

    state: ImageState
    ninja_file: Path
    commands: list[dict[str, str]]
    inputs: frozenset[Path]


def emit_part(
    part: Part,
    assembly: ResolvedAssembly,
    compiler: Compiler,
    bridges: Bridges,
    library: InterfaceLibrary,
    generated: Sequence[Path],
    planned: Mapping[str, Any],
    domains: Sequence[Layout],
    digests: Mapping[str, int],
) -> EmittedPart:
    """Writes the sources that are one image's own, and its Ninja file."""
    pairs = emit_image(part, assembly, bridges, planned, library, digests, domains)
    scanner = IncludeScanner(include_folders(part.layout))
    graph = Graph(
        *(part.layout, assembly, part.variants, compiler, scanner, part.step),
        *(library, generated, part.specs),
    )
    steps = graph.image(part.image)
    embedded = [graph.program(program, library) for program, library in pairs]
    constant = [each.file for each in part.programs]
    embedded += [each.file for each in part.image.files if each.file not in constant]
    embedded += [graph.loadable(each) for each in part.image.loadables]
    made = steps.add([*embedded, *map(embedded_image, domains)])
    if part.step.is_flat:
        emit_merged(part, image_name(assembly, part.image), bridges, steps)
    ninja_file = part.layout.image / "build.ninja"
    write_if_changed(ninja_file, graph.ninja.text(made.files))
    inputs = {*scanner.files, *steps.merged_sources(), *(it.file for pair in pairs for it in pair)}
    summaries = [str(file) for file in made.summaries]
    return EmittedPart(
        ImageState(made.domain, str(made.image), str(made.link_map), summaries),
        ninja_file,
        graph.ninja.compile_commands(part.layout.workspace.folder),
        frozenset(inputs),
    )


def parts_of(
    workspace: Workspace,
    kernel: Path,
    assembly: ResolvedAssembly,
    variants: Variants,
    compiler: Compiler,
    step: Step,
) -> list[Part]:
    """The images of an assembly, the kernel's first.

    Kernel objects, which `reorder` lays out, are the kernel's alone, and so are facts.
    """
    domain_variants = variants.of_domain()
    aim = assembly.target.optimize
    step = replace(
        step,
        is_open=is_open(assembly.kernel),
        for_size=aim == "size",
        is_whole=aim == "whole",
        has_facts=bool(assembly.facts) and step.has_constants and compiler.name == "clang",
    )
    plain = step.without_objects() if step.uses_reorder else step
    parts = []
    for image in assembly.images:
        own, own_step = variants, step
        if image.domain != kernel_domain:
            if domain_variants is None:
                raise FlatError([no_domains(image, assembly.target.arch)])
            own = domain_variants
            own_step = replace(plain, is_open=is_open(image), has_facts=False)
        flags = flags_hash(compiler, kernel_flags(compiler, own), user_flags(compiler, own))
        step_flags = flags_hash(compiler, own_step.flags(compiler.name))
        layout = make_layout(
            workspace, kernel, assembly, image, compiler.name, flags, step, step_flags
        )
        facts = assembly.facts if own_step.has_facts else ()
        constant = constants_of_facts(facts, image.files, layout.image)
        parts.append(Part(image, own, own_step, layout, specs_of(facts, constant), constant))
    return parts


def emit_interfaces(workspace: Workspace) -> InterfaceLibrary:
    """Writes the header of every interface file, and all that comes from `.x` files."""
    folders = [root / "interfaces" for root in workspace.roots]
    library = interfaces_of_run(folders, workspace.build / "cache" / "interfaces")
    folder = workspace.build / generated
    with locked(workspace.build / "generated.lock"):
        written = set()
        for kind in plugins.built_in:
            declare = plugins.generator(kind).declare
            assert declare
            for interface_file in library.files:
                for path, text in declare(interface_file, library).items():
                    write_if_changed(folder / path, text)
                    written.add(folder / path)
        for path, text in texts_of(workspace.roots).items():
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

    And <bindings/KIND/…> to that of each binding kind, whichever root it is in. Domains beside the
    kernel's have no dimensions but <domain/…>, which is the core's for them, the architecture's and
    what that and the API on it have for them, the architecture's own definitions, and the words of
    the API that it publishes, <l4/abi/…>.
    """
    workspace = layout.workspace
    link_folder(layout.include / "core", workspace.kit / "core")
    kinds = {each.name: each for root in workspace.roots for each in (root / "bindings").glob("*/")}
    for name, folder in kinds.items():
        link_folder(layout.include / "bindings" / name, folder)
    if layout.domain != kernel_domain:
        folders = dict(target.folders)
        arch = folders["arch"]
        owners = [workspace.kit / "core" / "domain", arch, arch / "domain"]
        owners += [folders["abi"] / "domain"] if "abi" in folders else []
        for owner in owners:
            for header in (owner / "include" / "domain").glob("*.hpp"):
                link_folder(layout.include / "domain" / header.name, header)
        for words in (folders["api"] / "include").glob("*/abi"):
            link_folder(layout.include / words.parent.name / "abi", words)
        link_folder(layout.include / arch.name, arch / "include" / arch.name)
        return
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
        if component.c:
            emit_c_component(layout, CComponent(component, interfaces), file)
        else:  # it may have been in C, and the header of its class is by hand now
            (layout.components / names.component_header(component)).unlink(missing_ok=True)


def emit_own_components(
    part: Part, interfaces: InterfaceLibrary, bridges: Bridges, planned: Mapping[str, Any]
) -> None:
    """Writes, in `flat`, the base class of each component with optional ports that are unbound.

    Components in C are not compiled with the others, and those that are loaded may be bound. In
    `special` also that of each component of which something is constant.
    """
    layout, image, step = part.layout, part.image, part.step
    constants = known_constants(part, bridges, planned)
    wanted = {}
    others = {each.component.full_name for each in image.loadables}
    components = {each.component.full_name: each.component for each in image.instances}
    for component in components.values() if step.is_flat else ():
        absent = component_header.unbound_ports(image, component)
        known = constants.get(component.full_name, nothing_known)
        is_own = absent or known != nothing_known
        if is_own and not component.c and component.full_name not in others:
            file = layout.workspace.display(component.file)
            text = component_header.generate(component, interfaces.supertypes, file, absent, known)
            wanted[layout.own_components / names.generated_header(component)] = text
    remove_others(layout.own_components, set(wanted))
    for path, text in wanted.items():
        write_if_changed(path, text)


def known_constants(
    part: Part, bridges: Bridges, planned: Mapping[str, Any]
) -> dict[str, Constants]:
    """What is constant in an image, by component; nothing but in `special`."""
    if not part.step.has_constants:
        return {}
    return constants_of(part.image, bridges, collapse_plan.retyped(planned))


def emit_c_component(layout: Layout, made: CComponent, file: str) -> None:
    """Writes what a component in C needs besides."""
    component = made.component
    texts = {
        names.c_header(component): c_component_header.generate(made, file),
        names.component_header(component): c_component.class_header(made),
        c_component.calls_path(component): c_component.calls(made),
        c_component.check_path(component): c_component_header.check(component),
        c_component.functions_path(component): c_component_header.needed(made),
    }
    for path, text in texts.items():
        write_if_changed(layout.components / path, text)


def emit_objects(layout: Layout, objects: Iterable[KernelObject], sealed: bool = False) -> None:
    """Writes the class of each composed kernel object."""
    for composed in objects:
        header = layout.objects_include / names.object_header(composed.name)
        write_if_changed(header, object_header.generate(composed, sealed))


def emit_merged(part: Part, name: str, bridges: Bridges, steps: ImageSteps) -> None:
    """Writes the one translation unit of an image."""
    folder = part.layout.image
    constants = [each.source for each in part.programs]
    sources = [*constants, *steps.merged_sources(), folder / "wiring.cpp"]
    write_if_changed(folder / "kernel.cpp", merged.generate(name, part.image, bridges, sources))


def _placed(part: Part, module: EmbeddedFile) -> Path | programs.InUnit:
    """What is embedded of a file, or where it lies as a constant of the unit."""
    for each in part.programs:
        if each.module == module.name:
            return programs.InUnit(each.symbol, emit_constant(each))
    return embedded_file(module.file, part.layout.image)


def emit_image(
    part: Part,
    assembly: ResolvedAssembly,
    bridges: Bridges,
    planned: Mapping[str, Any],
    library: InterfaceLibrary,
    digests: Mapping[str, int],
    domains: Sequence[Layout] = (),
) -> list[tuple[programs.Program, programs.Library]]:
    """Writes what belongs to this image alone; returns the programs that it embeds.

    `planned` is the image's part of the binding plan, `domains` are the other images that it
    embeds, `digests` those of the calls of all domains.
    """
    layout, image, step = part.layout, part.image, part.step
    folder = layout.image
    embedded = []
    modules: list[tuple[str, Path | programs.InUnit]] = []
    for module in image.modules:
        program = programs.read_program(module.folder)
        embedded.append((program, programs.read_library(layout.workspace, program.library)))
        modules.append((module.name, program_image(layout, program).with_suffix(".stripped")))
    modules += [(each.name, _placed(part, each)) for each in image.files]
    kit = layout.workspace.kit
    is_privileged = image.domain == kernel_domain
    for loadable in image.loadables:
        text = description(loadable, library, kit, is_privileged)
        write_if_changed(loadable_folder(layout, loadable) / "description.cpp", text)
        modules.append((loadable.name, object_file(layout, loadable)))
    images = [(each.domain, embedded_image(each)) for each in domains]
    owners: dict[str, list[str]] = defaultdict(list)
    for instance in image.instances:
        name = names.component_class(instance.component).removeprefix("flat::")
        owners[name].append(instance.name)
    retyped = collapse_plan.retyped(planned) if step.is_flat else set()
    constants = known_constants(part, bridges, planned)
    if image.configurations:
        text = configured.generate(assembly.name, image, bridges, retyped)
    else:
        tables_of = {each.domain: digests[each.domain] for each in domains}
        text = wiring.generate(
            assembly.name, image, bridges, retyped, tables_of, step.has_constants
        )
    write_if_changed(folder / "wiring.cpp", text)
    if step.uses_collapse:
        fixed = fixed_ports(image, constants)
        write_json(folder / "collapse-plan.json", collapse_plan.generate(planned, step, fixed))
    tables = programs.module_tables(modules, images)
    if is_privileged or is_open(image):
        interfaces = {port.interface for it in image.instances for port in it.component.ports}
        known = shapes(library, interfaces)
        tables += programs.interface_table(known, kit_digest(kit), is_privileged)
    if not is_privileged:
        tables += note(digests[image.domain])
    write_if_changed(folder / "modules.S", tables)
    flags = symbol_flags(part.variants.freestanding)
    write_if_changed(folder / "symbols_empty.S", symbols.table(0, [], {}, flags))
    write_json(folder / "instances.json", owners)
    return embedded
