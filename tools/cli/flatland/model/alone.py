# SPDX-License-Identifier: BSD-2-Clause
"""A component on its own, for one target: what an object of it is made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from flatland.diagnostics import Diagnostic, Diagnostics, FlatError
from flatland.lang.syntax import AssemblyDeclaration
from flatland.model.attributes import settings_of
from flatland.model.catalogue import Catalogue
from flatland.model.inherit import whole_assembly
from flatland.model.library import DeclaredAssembly, Library
from flatland.model.loadable import check_loadable
from flatland.model.resolved import Loadable, Target
from flatland.model.targets import choose_compiling, choose_target, target_of

_host = "hosted"
_nowhere = Path("command-line")


@dataclass(frozen=True)
class Alone:
    """A component with its settings, and the target that it is for."""

    loadable: Loadable
    target: Target


def resolve_alone(
    library: Library, component: str, settings: Iterable[str], target: str | None
) -> Alone:
    """The component of a name with settings such as `slice=5`; raises all that is wrong.

    Without a target it is for the first architecture that is no host.
    """
    # Imported here: the parser of the language takes long to load.
    from flatland.lang.parser import parse

    arches = library.variant_names("arch")
    arch = target or next((name for name in arches if name != _host), _host)
    values = ", ".join(setting.replace("=", " = ", 1) for setting in settings)
    text = f"assembly Alone {{ alone = {component} {{ {values} }}; target {', '.join(arches)}; }}"
    source = parse(_nowhere, text)
    if source.errors:
        raise FlatError(_without_place(source.errors))
    (declaration,) = source.declarations
    assert isinstance(declaration, AssemblyDeclaration)
    found = Diagnostics()
    whole = whole_assembly(library, DeclaredAssembly(declaration, source, library.kit), found)
    chosen = choose_target(library, whole, arch, found)
    catalogue = Catalogue(library, chosen)
    written = declaration.instances[0]
    checked = catalogue.find(written.component, whole, found)
    if not checked or not chosen:
        raise FlatError(_without_place(found))
    found.extend(checked.diagnostics)
    check_loadable(written, checked.component, found)
    attributes = settings_of(written, checked.component.attributes, catalogue.interfaces, found)
    if found.has_errors:
        raise FlatError(_without_place(found))
    name = checked.component.full_name
    loadable = Loadable(name, checked.component, attributes, written.name.origin)
    return Alone(loadable, target_of(chosen, choose_compiling(whole, found)))


def _without_place(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with what stands in no file."""
    return [
        replace(
            each,
            span=None,
            edit=None,
            labels=tuple(label for label in each.labels if label.span.file != _nowhere),
        )
        for each in found
    ]
