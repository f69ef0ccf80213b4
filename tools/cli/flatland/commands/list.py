# SPDX-License-Identifier: BSD-2-Clause
"""Lists kernels, components, interfaces, targets and what else there is."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace, find_workspace
from flatland.commands._options import Subparsers, add_format, add_verb
from flatland.model.kinds import Kinds
from flatland.model.library import Library, dimensions

Row = dict[str, Any]
"""One thing: `name` and `summary`, which text shows, and more for JSON."""


def register(subparsers: Subparsers) -> None:
    """Adds `flat list`."""
    parser = add_verb(
        subparsers,
        "list",
        "List what there is, with a line on each.",
        [
            ("flat list", "everything"),
            ("flat list components", "only the components"),
            ("flat list interfaces --format json", "as data"),
        ],
    )
    parser.add_argument("what", nargs="?", choices=tuple(_sections), help="one kind only")
    add_format(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prints the sections asked for."""
    workspace = find_workspace()
    library = load_library(workspace)
    chosen = [arguments.what] if arguments.what else list(_sections)
    found = {name: _sections[name](library, workspace) for name in chosen}
    if arguments.format == "json":
        import json

        print(json.dumps(found, indent=2))
        return 0
    for position, (name, rows) in enumerate(found.items()):
        if position:
            print()
        if len(found) > 1:
            print(f"{name}:")
        width = max((len(row["name"]) for row in rows), default=0)
        for row in rows:
            margin = "  " if len(found) > 1 else ""
            first_sentence = row["summary"].partition(". ")[0]
            note = f" [{row['variant']}]" if row.get("variant") else ""
            print(f"{margin}{row['name'].ljust(width)}  {first_sentence}{note}".rstrip())
    return 0


def _kernels(library: Library, workspace: Workspace) -> list[Row]:
    files = workspace.kernels()
    return [
        {
            "name": each.command_name,
            "summary": each.declaration.doc,
            "file": workspace.display(each.source.path),
            "targets": [target.text for target in each.declaration.targets],
        }
        for each in sorted(library.assemblies, key=lambda assembly: assembly.command_name)
        if each.source.path in files
    ]


def _targets(library: Library, workspace: Workspace) -> list[Row]:
    return _variants(library, workspace, "arch")


def _all_variants(library: Library, workspace: Workspace) -> list[Row]:
    kinds = (*dimensions, "abi")
    return [row for kind in kinds for row in _variants(library, workspace, kind, f"{kind} ")]


def _variants(
    library: Library, workspace: Workspace, dimension: str, prefix: str = ""
) -> list[Row]:
    chosen = [library.variants[dimension, name] for name in library.variant_names(dimension)]
    return [
        {
            "name": prefix + each.name,
            "summary": str(each.settings.get("summary", "")),
            "folder": workspace.display(each.folder),
        }
        for each in chosen
    ]


def _components(library: Library, workspace: Workspace) -> list[Row]:
    rows = []
    for each in sorted(library.components, key=lambda component: component.full_name):
        variant = " ".join(each.variant) if each.variant else None
        ports = [
            {"kind": port.kind, "type": port.type.text, "name": port.name.text}
            for port in each.declaration.ports
        ]
        rows.append(
            {
                "name": each.full_name,
                "summary": each.declaration.doc,
                "file": workspace.display(each.source.path),
                "variant": variant,
                "ports": ports,
            }
        )
    return rows


def _libraries(library: Library, workspace: Workspace) -> list[Row]:
    return [
        {
            "name": each.full_name,
            "summary": each.declaration.doc,
            "file": workspace.display(each.source.path),
            "variant": " ".join(each.variant) if each.variant else None,
            "sources": [name.text for name in each.declaration.sources],
        }
        for each in sorted(library.libraries, key=lambda one: one.full_name)
    ]


def _interfaces(library: Library, workspace: Workspace) -> list[Row]:
    found = library.interfaces
    rows = []
    for name in found.interfaces:
        declaration = found.library.interface(name)
        path = declaration.span.file
        if not path.is_absolute():
            continue  # flat.lang.Top, which the compiler knows without a file
        rows.append(
            {
                "name": name,
                "summary": declaration.doc[0] if declaration.doc else "",
                "file": workspace.display(path),
                "extends": [each.full_name for each in declaration.supers],
                "methods": [method.name for method in declaration.methods],
            }
        )
    return rows


def _bindings(library: Library, workspace: Workspace) -> list[Row]:
    kinds = Kinds(library, library.interfaces)
    rows = []
    for kind in map(kinds.get, kinds.names):
        parameters = ", ".join(f"{each.name}: {each.type}" for each in kind.parameters)
        rows.append(
            {
                "name": f"{kind.name}({parameters})" if parameters else kind.name,
                "summary": kind.summary,
                "folder": workspace.display(kind.folder),
                "crosses": list(kind.crosses),
                "can_fail": kind.can_fail,
            }
        )
    return rows


def _objects(library: Library, workspace: Workspace) -> list[Row]:
    rows = []
    for each in sorted(library.objects, key=lambda one: (one.declaration.name.text, one.variant)):
        rows.append(
            {
                "name": each.declaration.name.text,
                "summary": each.declaration.doc,
                "file": workspace.display(each.source.path),
                "variant": " ".join(each.variant),
            }
        )
    return rows


_sections: dict[str, Callable[[Library, Workspace], list[Row]]] = {
    "kernels": _kernels,
    "targets": _targets,
    "variants": _all_variants,
    "components": _components,
    "libraries": _libraries,
    "interfaces": _interfaces,
    "objects": _objects,
    "bindings": _bindings,
}
