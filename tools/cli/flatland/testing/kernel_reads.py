# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel is made of, by files: rather too much than too little.

So a run knows which kernels a change is in. Our sources include without conditions (rule 10 of the
style), so following their text is exact; what is generated is made of declarations and includes the
headers of components, which all count; of `.x` files the interface compiler tells what it makes.
`built_from.py` compares this with what compilers read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from flatland.builder.includes import IncludeScanner
from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.idl.xdr import cpp
from flatland.idl.xdr.files import files_of, generated
from flatland.model.library import Library
from flatland.model.load import check
from flatland.model.resolved import Component, ResolvedAssembly
from flatland.run.settings import read_run_file
from flatland.setup.native_tools import kit_tool
from flatland.testing.python_reads import python_reads
from flatland.testing.sources import test_names, walk

_no_part = (*test_names, ".md", ".pyc")
_declared = (".flat", ".java", ".x", ".toml")
_folders_of_declarations = ("components", "bindings", "dimensions", "interfaces")
_tools = ("collapse", "reorder")  # that make variants
_plugin = "tools/memtrace"  # that counts and traces
_code = (".hpp", ".cpp", ".h", ".c", ".S", ".inc")


def kernel_inputs(workspace: Workspace, kernels: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What a job reads that builds and runs kernels for targets, as paths from the top."""
    files = {*python_reads("run", "build", "idl"), workspace.kit / _plugin}
    for tool in _tools:
        files |= set(kit_tool(tool).sources())
    for kernel, target in kernels:
        files |= kernel_reads(workspace, kernel, target)
    own = sorted(_from_the_top(workspace, file) for file in files)
    return (*own, *declared_inputs(workspace))


def declared_inputs(workspace: Workspace) -> tuple[str, ...]:
    """All declarations, as paths from the top."""
    return tuple(sorted(_from_the_top(workspace, file) for file in declarations(workspace)))


def _from_the_top(workspace: Workspace, file: Path) -> str:
    top = workspace.folder if file.is_relative_to(workspace.folder) else workspace.kit
    return file.relative_to(top).as_posix()


@cache
def kernel_reads(workspace: Workspace, kernel: str, target: str) -> frozenset[Path]:
    """The files of a kernel, its components, interfaces, kinds, variants, programs; the core's.

    A path is one from the workspace on. What does not resolve is read from everywhere: the whole
    workspace.
    """
    assembly = _resolved(workspace, kernel, target)
    if assembly is None:
        return frozenset((workspace.folder,))
    folder = assembly.file.parent
    found = {*_of_assembly(workspace, assembly), *_packages(workspace, assembly)}
    found.update(each for each in _below(folder) if each.suffix != ".flat")
    workload = read_run_file(folder).workload
    if workload and workload != kernel:
        found |= kernel_reads(workspace, workload, target)
    return frozenset(found)


@cache
def kernel_parts(workspace: Workspace, kernel: str, target: str) -> frozenset[str]:
    """What a kernel consists of, by names: its components, binding kinds and variants."""
    assembly = _resolved(workspace, kernel, target)
    if assembly is None:
        return frozenset()
    names = {each.component.full_name for each in assembly.instances}
    names |= {f"via {kind.name}" for kind in assembly.kinds}
    names |= {folder.as_posix() for _, folder in assembly.target.folders}
    return frozenset(names)


def declarations(workspace: Workspace) -> Iterator[Path]:
    """Every declaration by which a kernel may be resolved otherwise, whether or not it is in it."""
    for root in workspace.roots:
        for part in _folders_of_declarations:
            yield from (each for each in walk(root / part) if each.suffix in _declared)


def _of_assembly(workspace: Workspace, assembly: ResolvedAssembly) -> Iterator[Path]:
    """Its declarations, and sources with all that they include."""
    kernels = tuple(f"{root / 'kernels'}/" for root in workspace.roots)
    yield from (each for each in assembly.inputs if str(each).startswith(kernels))
    yield from assembly.facts
    yield assembly.file
    yield from (kind.folder / "kind.toml" for kind in assembly.kinds)
    folders = [workspace.kit / "core", *(folder for _, folder in assembly.target.folders)]
    if any(kind.generator for kind in assembly.kinds):  # what these make stands on other kinds, too
        folders.append(workspace.kit / "bindings")
    kernel = assembly.kernel
    if kernel.modules or len(assembly.images) > 1:
        folders += [root / "user" for root in workspace.roots]
    starts = {each for folder in folders for each in _below(folder)}
    starts.update(each.file for image in assembly.images for each in image.files)
    components = {each.component for each in assembly.instances}
    components |= {each.component for image in assembly.images for each in image.loadables}
    for component in components:
        starts.update(_of_component(component))
    yield from _with_includes(workspace, starts)


def _of_component(component: Component) -> Iterator[Path]:
    """Its declaration and what lies beside it by that name, and its sources."""
    yield component.file
    yield from component.sources
    if component.c:  # what its functions are declared in
        yield from component.file.parent.glob("*.h")
    if component.file.with_suffix(".toml").is_file():  # which of our headers others' code gets
        yield from _below(component.file.parent)
    header = component.file.with_suffix(".hpp")
    if header.is_file():
        yield header


def _with_includes(workspace: Workspace, starts: Iterable[Path]) -> Iterator[Path]:
    """Files and what those of code include, directly or through others.

    What is generated from `.x` files counts as these, and as what it includes.
    """
    scanner, origins = _scanner(workspace)
    every = frozenset(starts)
    code = [file for file in every if file.suffix in _code]
    for each in (*every.difference(code), *scanner.closure(*code)):
        yield origins.get(each, each)


@cache
def _scanner(workspace: Workspace) -> tuple[IncludeScanner, Mapping[Path, Path]]:
    """Follows includes; and of which `.x` file what is, that is made of one.

    What is not of components lies in folders of which all files count.
    """
    roots = workspace.roots
    folders = [root / part for root in roots for part in ("components", "user", ".")]
    place = workspace.build / generated
    texts: dict[Path, str] = {}
    origins: dict[Path, Path] = {}
    for file in files_of(roots):
        with suppress(FlatError):  # what is made of a wrong one has no kernel that resolves
            programs = cpp.declare_programs(cpp.load(file))
            made = {place / name: text for name, text in programs.items()}
            texts |= made
            origins |= dict.fromkeys(made, file)
    return IncludeScanner(folders, texts, place), origins


def _packages(workspace: Workspace, assembly: ResolvedAssembly) -> Iterator[Path]:
    """The folders of the interfaces at its ports."""
    ports = (port for each in assembly.instances for port in each.component.ports)
    names = {port.interface.rpartition(".")[0].replace(".", "/") for port in ports}
    places = (root / "interfaces" / name for root in workspace.roots for name in names)
    yield from (place for place in places if place.is_dir())


@cache
def _below(folder: Path) -> tuple[Path, ...]:
    """The files of a folder but tests and pages."""
    return tuple(each for each in walk(folder) if not each.name.endswith(_no_part))


@cache
def _resolved(workspace: Workspace, kernel: str, target: str) -> ResolvedAssembly | None:
    """The assembly of a kernel for a target, None where it is wrong."""
    try:
        file = workspace.find_kernel(str(workspace.folder / kernel) if "/" in kernel else kernel)
        return check(_library(workspace), file, target).assembly
    except FlatError:
        return None


@cache
def _library(workspace: Workspace) -> Library:
    return load_library(workspace)
