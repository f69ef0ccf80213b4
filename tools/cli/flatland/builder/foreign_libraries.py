# SPDX-License-Identifier: BSD-2-Clause
"""Libraries of C that a component is made of and that others keep: fetched, never in the kit.

What they are says a file beside the component's, `game.toml` of `game.flat`. Their sources are
compiled as they are, with the machine's flags, without our warnings.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.errors import failure, shown
from flatland.model.resolved import Component, Image
from flatland.setup.foreign_sources import Package, fetched, registries

_keys = {"package", "folder", "sources", "without", "include", "flags", "own_flags"}


@dataclass(frozen=True)
class ForeignLibrary:
    """One library: where its sources are, and what they are compiled with."""

    name: str
    sources: tuple[Path, ...]
    flags: tuple[str, ...]


def foreign_libraries(component: Component, build: Path) -> tuple[ForeignLibrary, ...]:
    """The libraries of a component, fetched if they are not there yet; mostly none."""
    file = component.file.with_suffix(".toml")
    return read_foreign_libraries(file, build) if file.is_file() else ()


def foreign_files(image: Image) -> list[Path]:
    """The files that say so of an image's components."""
    files = {each.component.file.with_suffix(".toml") for each in image.instances}
    return sorted(file for file in files if file.is_file())


def read_foreign_libraries(file: Path, build: Path) -> tuple[ForeignLibrary, ...]:
    """Those that a file names; a malformed one is a user error."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        tables = document.pop("library")
        if document:
            raise ValueError(f"`{next(iter(document))}` is no key")
        return tuple(_libraries(tables, file.parent, build))
    except tomllib.TOMLDecodeError as problem:
        raise failure("F0702", f"{shown(file)} is not valid TOML: {problem}") from problem
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        what = f"lacks `{problem.args[0]}`" if isinstance(problem, KeyError) else str(problem)
        raise failure("F0725", f"{shown(file)}: {what}") from problem


def _libraries(tables: list[dict[str, Any]], own: Path, build: Path) -> list[ForeignLibrary]:
    """All of a file's; each sees the headers of all, its own first."""
    places: dict[str, list[str]] = {}
    for table in tables:
        unknown = sorted(set(table) - _keys)
        if unknown:
            raise ValueError(f"`{unknown[0]}` is not one of {', '.join(sorted(_keys))}")
        package = Package(**table["package"])
        if package.registry not in registries:
            raise ValueError(f"`{package.registry}` is not one of {', '.join(registries)}")
        places[package.name] = [
            f"-isystem{fetched(package, build) / table['folder'] / name}"
            for name in table["include"]
        ]
    common = [flag.format(own=own) for table in tables for flag in table.get("flags", ())]
    libraries = []
    for table in tables:
        package = Package(**table["package"])
        root = fetched(package, build) / table["folder"]
        others = [word for name, words in places.items() if name != package.name for word in words]
        alone = [flag.format(own=own) for flag in table.get("own_flags", ())]
        flags = [*common, *alone, *places[package.name], *others]
        libraries.append(ForeignLibrary(package.name, _sources(root, table), tuple(flags)))
    return libraries


def _sources(root: Path, table: dict[str, Any]) -> tuple[Path, ...]:
    """The files that its patterns name; one that names none is a mistake."""
    found: dict[Path, None] = {}
    for pattern in table["sources"]:
        files = sorted(root.glob(pattern))
        if not files:
            raise ValueError(f"no source is called `{pattern}`")
        found |= dict.fromkeys(files)
    left_out = {file for pattern in table.get("without", ()) for file in root.glob(pattern)}
    return tuple(file for file in found if file not in left_out)
