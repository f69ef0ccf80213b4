# SPDX-License-Identifier: BSD-2-Clause
"""The library: every declaration below the roots, found by place and parsed, nothing resolved.

A root is the kit or a folder of the user's own that has components/, interfaces/, bindings/,
dimensions/ or kernels/ of the same form. Errors in a declaration are reported when an assembly uses
it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from flatland.diagnostics import Diagnostic, Span, error
from flatland.lang.syntax import (
    AssemblyDeclaration,
    ComponentDeclaration,
    LibraryDeclaration,
    Name,
    ObjectDeclaration,
    SourceFile,
)
from flatland.model.cache import Cache
from flatland.model.interfaces import Interfaces, load_interfaces_of
from flatland.model.variant_file import read_toml

dimensions = ("arch", "platform", "api", "smp")
"""The configuration dimensions; exactly one variant of each is in a kernel."""

_parts = ("components", "interfaces", "bindings", "dimensions", "kernels")


@dataclass(frozen=True)
class Owner:
    """A declaration that names sources, where it stands; `variant` is None outside dimensions/."""

    declaration: ComponentDeclaration | LibraryDeclaration
    package: str
    source: SourceFile
    variant: tuple[str, str] | None

    @property
    def full_name(self) -> str:
        """`thread.RoundRobin`."""
        return f"{self.package}.{self.declaration.name.text}"

    def path_of(self, name: Name) -> str:
        """The path of a source or test that it names."""
        return os.path.normpath(self.source.path.parent / name.text)


@dataclass(frozen=True)
class DeclaredComponent(Owner):
    """A component where it is declared."""

    declaration: ComponentDeclaration


@dataclass(frozen=True)
class DeclaredLibrary(Owner):
    """A library of sources where it is declared."""

    declaration: LibraryDeclaration


@dataclass(frozen=True)
class DeclaredObject:
    """A kernel object where it is declared."""

    declaration: ObjectDeclaration
    package: str
    source: SourceFile
    variant: tuple[str, str]


@dataclass(frozen=True)
class DeclaredAssembly:
    """An assembly where it is declared; `root` is the root folder it belongs to."""

    declaration: AssemblyDeclaration
    source: SourceFile
    root: Path

    @property
    def command_name(self) -> str:
        """The name on the command line: that of the file."""
        return self.source.path.stem


@dataclass(frozen=True)
class Variant:
    """A variant of a dimension: its folder and what its variant.toml says."""

    dimension: str  # arch, platform, api, smp; abi for dimensions/api/<api>/on/<arch>
    name: str  # x86_64; for abi v4/x86_64
    folder: Path
    settings: dict[str, Any]
    problems: tuple[Diagnostic, ...]

    @property
    def file(self) -> Path:
        """Its variant.toml."""
        return self.folder / "variant.toml"


@dataclass(frozen=True)
class DeclaredKind:
    """A binding kind: its folder below bindings/ and what its kind.toml says."""

    name: str  # static
    folder: Path
    settings: dict[str, Any]
    problems: tuple[Diagnostic, ...]

    @property
    def file(self) -> Path:
        """Its kind.toml."""
        return self.folder / "kind.toml"


@dataclass
class Library:
    """All declarations of the kit and of extra roots; `flatland.model.load` makes it."""

    kit: Path
    roots: tuple[Path, ...]
    components: list[DeclaredComponent] = field(default_factory=list)
    libraries: list[DeclaredLibrary] = field(default_factory=list)
    objects: list[DeclaredObject] = field(default_factory=list)
    assemblies: list[DeclaredAssembly] = field(default_factory=list)
    variants: dict[tuple[str, str], Variant] = field(default_factory=dict)
    kinds: list[DeclaredKind] = field(default_factory=list)
    broken: list[SourceFile] = field(default_factory=list)
    cache: Cache | None = None
    build: Path | None = None  # where what is generated from sources lies
    _interfaces: Interfaces | None = None

    @property
    def interfaces(self) -> Interfaces:
        """The interface library of all roots, loaded at the first use."""
        if self._interfaces is None:
            folder = self.cache.folder / "interfaces" if self.cache else None
            self._interfaces = load_interfaces_of(self.roots, folder)
        return self._interfaces

    @cached_property
    def named_sources(self) -> dict[str, list[Span]]:
        """Where each source is named, by its path; in libraries first, as it should be."""
        named: dict[str, list[Span]] = {}
        owners: list[Owner] = [*self.libraries, *self.components]
        for owner in owners:
            for name in owner.declaration.sources:
                named.setdefault(owner.path_of(name), []).append(name.span)
        return named

    def variant_names(self, dimension: str) -> list[str]:
        """The variants of a dimension, sorted."""
        return sorted(name for kind, name in self.variants if kind == dimension)

    def relative(self, path: Path) -> str:
        """A path as it is shown: below its root, whatever folder the root is in."""
        for root in self.roots:
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.as_posix()

    def parse(self, path: Path) -> SourceFile:
        """A parsed file, from the cache if it has not changed."""
        if self.cache:
            return self.cache.parse(path)
        from flatland.lang.parser import parse_file

        return parse_file(path)


def read_library(kit: Path, extra_roots: Sequence[Path], cache: Cache | None) -> Library:
    """Reads all of the roots."""
    roots = tuple(dict.fromkeys(root.resolve() for root in (kit, *extra_roots)))
    build = cache.folder.parent if cache else None
    library = Library(kit.resolve(), roots, cache=cache, build=build)
    for root in roots:
        _read_components(library, root)
        _read_kinds(library, root)
        _read_dimensions(library, root)
        for folder in _folders(root / "kernels"):
            for file in _flat_files(folder):
                read_assembly(library, file, root)
    if cache:
        cache.save()
    return library


def root_of(file: Path) -> Path:
    """The root that a file belongs to: the nearest folder above that has the parts of one."""
    for folder in file.resolve().parents:
        if any((folder / part).is_dir() for part in _parts):
            return folder
    return file.resolve().parent


def read_assembly(library: Library, file: Path, root: Path) -> DeclaredAssembly | None:
    """Adds the assembly of a file to the library; None if the file has none."""
    source = _checked(library.parse(file), AssemblyDeclaration, "an assembly")
    if source.errors:
        library.broken.append(source)
    for declaration in source.declarations:
        if isinstance(declaration, AssemblyDeclaration):
            assembly = DeclaredAssembly(declaration, source, root)
            library.assemblies.append(assembly)
            return assembly
    return None


def _read_components(library: Library, root: Path) -> None:
    top = root / "components"
    for folder in _all_folders(top):
        package = ".".join(folder.relative_to(top).parts)
        for file in _flat_files(folder):
            _add(library, file, package, None)


def _read_kinds(library: Library, root: Path) -> None:
    """Binding kinds, and the components that they bring: package bindings.<kind>."""
    for folder in _folders(root / "bindings"):
        file = folder / "kind.toml"
        settings: dict[str, Any] = {}
        problems: tuple[Diagnostic, ...]
        if file.is_file():
            settings, problems = _read_settings(library, file)
        else:
            message = f"binding kind `{folder.name}` has no kind.toml"
            problems = (error("F0219", message, Span(file, 1, 1, 1)),)
        library.kinds.append(DeclaredKind(folder.name, folder, settings, problems))
        for flat in _flat_files(folder):
            _add(library, flat, f"bindings.{folder.name}", None)


def _read_dimensions(library: Library, root: Path) -> None:
    for dimension in dimensions:
        for folder in _folders(root / "dimensions" / dimension):
            _read_variant(library, dimension, folder.name, folder)
            for arch in _folders(folder / "on") if dimension == "api" else ():
                _read_variant(library, "abi", f"{folder.name}/{arch.name}", arch)


def _read_settings(library: Library, file: Path) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    if library.cache:
        return library.cache.toml(file)
    return read_toml(file)


def _read_variant(library: Library, dimension: str, name: str, folder: Path) -> None:
    settings: dict[str, Any] = {}
    problems: tuple[Diagnostic, ...] = ()
    file = folder / "variant.toml"
    if file.is_file():
        settings, problems = _read_settings(library, file)
    elif dimension != "abi":
        message = f"{dimension} variant `{name}` has no variant.toml"
        problems = (error("F0511", message, Span(file, 1, 1, 1)),)
    variant = Variant(dimension, name, folder, settings, problems)
    library.variants.setdefault((dimension, name), variant)
    for flat in _flat_files(folder):
        _add(library, flat, dimension, (dimension, name))


def _add(library: Library, file: Path, package: str, variant: tuple[str, str] | None) -> None:
    source = library.parse(file)
    shared = (ComponentDeclaration, LibraryDeclaration)
    if variant:
        source = _checked(source, (*shared, ObjectDeclaration), "a component, library or object")
    else:
        source = _checked(source, shared, "a component or a library")
    if source.errors:
        library.broken.append(source)
    for declaration in source.declarations:
        if isinstance(declaration, ComponentDeclaration):
            library.components.append(DeclaredComponent(declaration, package, source, variant))
        elif isinstance(declaration, LibraryDeclaration):
            library.libraries.append(DeclaredLibrary(declaration, package, source, variant))
        elif isinstance(declaration, ObjectDeclaration) and variant:
            library.objects.append(DeclaredObject(declaration, package, source, variant))


def _checked(source: SourceFile, wanted: type | tuple[type, ...], what: str) -> SourceFile:
    """The file with an error for each declaration that its folder does not take."""
    errors = list(source.errors)
    if not source.declarations and not errors:
        place = Span(source.path, 1, 1, 1)
        errors.append(
            error("F0105", f"this file declares nothing; it should declare {what}", place)
        )
    for position, declaration in enumerate(source.declarations):
        span = declaration.name.span
        if not isinstance(declaration, wanted):
            message = f"`{declaration.name.text}` does not belong here"
            note = f"a file in this folder declares {what}"
            errors.append(error("F0105", message, span, notes=[note]))
        elif position and not isinstance(declaration, ObjectDeclaration):
            message = f"`{declaration.name.text}` is the second declaration of this file"
            note = "one component, library or assembly a file"
            errors.append(error("F0105", message, span, notes=[note]))
    if len(errors) == len(source.errors):
        return source
    return SourceFile(source.path, source.declarations, tuple(errors))


def _folders(folder: Path) -> list[Path]:
    """The folders directly inside, sorted; none if it does not exist."""
    return [folder / name for name, is_folder in _entries(folder) if is_folder]


def _all_folders(top: Path) -> Iterator[Path]:
    """All folders below, sorted, `top` itself left out."""
    for folder in _folders(top):
        yield folder
        yield from _all_folders(folder)


def _flat_files(folder: Path) -> Iterable[Path]:
    entries = _entries(folder)
    return [
        folder / name for name, is_folder in entries if not is_folder and name.endswith(".flat")
    ]


def _entries(folder: Path) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                (entry.name, entry.is_dir()) for entry in entries if not entry.name.startswith(".")
            )
    except OSError:
        return []
