# SPDX-License-Identifier: BSD-2-Clause
"""The components that an assembly for one target can use, and finding one by its name."""

from __future__ import annotations

from pathlib import Path

from flatland.diagnostics import Diagnostics, Label, error, replacement
from flatland.idl import names as cpp
from flatland.lang.syntax import Name
from flatland.model.components import CheckedComponent, check_component
from flatland.model.inherit import Whole
from flatland.model.interfaces import Interfaces
from flatland.model.library import DeclaredComponent, Library, Variant
from flatland.model.names import by_last_part, listed, matching, nearest

most_named = 6
"""So many candidates are named."""


class Catalogue:
    """Components of components/ and of the chosen variants.

    `chosen` is None when no target could be chosen; components of dimensions are then neither
    found nor missed.
    """

    def __init__(self, library: Library, chosen: dict[str, Variant] | None) -> None:
        self.interfaces: Interfaces = library.interfaces
        self._library = library
        self._chosen = chosen
        variants = {(each.dimension, each.name) for each in (chosen or {}).values()}
        self._available: dict[str, list[DeclaredComponent]] = {}
        self._elsewhere: dict[str, list[DeclaredComponent]] = {}
        for component in library.components:
            here = component.variant is None or component.variant in variants
            pool = self._available if here else self._elsewhere
            pool.setdefault(component.full_name, []).append(component)
        self._names = by_last_part(self._available)
        self._checked: dict[Path, CheckedComponent] = {}

    def find(self, written: Name, whole: Whole, found: Diagnostics) -> CheckedComponent | None:
        """The component that a name means; reports if there is none or more than one."""
        names = matching(written.text, self._names.get(written.text.rpartition(".")[2], ()))
        if len(names) == 1:
            declared = self._available[names[0]]
            if len(declared) > 1:
                spans = [each.declaration.name.span for each in declared]
                labels = [Label(span, "also here") for span in spans[1:]]
                message = f"component `{names[0]}` is declared {len(spans)} times"
                found.add(error("F0412", message, spans[0], "here", labels=labels))
                return None
            return self._check(declared[0])
        if names:
            message = f"`{written.text}` can be {listed(names, 'or')}"
            found.add(error("F0402", message, written.span, help="write the package, too"))
        elif matching(written.text, self._elsewhere):
            self._report_elsewhere(written, whole, found)
        elif not self._report_broken(written, found):
            near = nearest(written.text, [*self._available, *self._elsewhere])
            help_text = f"did you mean `{near}`?" if near else "`flat list components` lists them"
            edit = replacement(written.span, self.short(near)) if near else None
            message = f"no component is called `{written.text}`"
            found.add(error("F0401", message, written.span, help=help_text, edit=edit))
        return None

    def providers_of(self, interface: str) -> tuple[list[tuple[str, str]], dict[str, list[str]]]:
        """Who provides an interface or a subtype: (component, port) of those at hand, and the
        components of other variants by variant ("arch x86_64").
        """
        at_hand = []
        for name in sorted(self._available):
            port = self._provided(self._available[name][0], interface)
            if port:
                at_hand.append((name, port))
        elsewhere: dict[str, list[str]] = {}
        for name in sorted(self._elsewhere):
            for declared in self._elsewhere[name]:
                if declared.variant and self._provided(declared, interface):
                    elsewhere.setdefault(" ".join(declared.variant), []).append(name)
        return at_hand, dict(sorted(elsewhere.items()))

    def short(self, full: str) -> str:
        """The shortest name that means a component."""
        simple = full.rpartition(".")[2]
        return simple if matching(simple, self._names.get(simple, ())) == [full] else full

    def _provided(self, declared: DeclaredComponent, interface: str) -> str | None:
        for port in self._check(declared).component.ports:
            provided = port.kind == "provides" and port.interface
            if provided and self.interfaces.is_subtype(port.interface, interface):
                return port.name
        return None

    def _check(self, declared: DeclaredComponent) -> CheckedComponent:
        file = declared.source.path
        if file not in self._checked:
            self._checked[file] = check_component(declared, self._library)
        return self._checked[file]

    def _report_elsewhere(self, written: Name, whole: Whole, found: Diagnostics) -> None:
        """Says which variants have the component that the chosen one lacks."""
        if self._chosen is None:
            return
        variants = sorted(
            each.variant
            for name in matching(written.text, self._elsewhere)
            for each in self._elsewhere[name]
            if each.variant
        )
        dimension = variants[0][0]
        if dimension not in self._chosen:
            here = f"this configuration has no {dimension} part"
        else:
            here = f"{dimension} variant `{self._chosen[dimension].name}` does not have it"
        message = f"component `{written.text}` does not exist for this target"
        arch = self._chosen["arch"].name
        labels = [
            Label(target.span, "the target") for target in whole.targets if target.text == arch
        ]
        having = listed(f"{kind} {name}" for kind, name in variants)
        notes = [f"{here}; it is in {having}"]
        found.add(error("F0502", message, written.span, labels=labels, notes=notes))

    def _report_broken(self, written: Name, found: Diagnostics) -> bool:
        """Tells the syntax errors of the file that should declare the component, if any."""
        stem = cpp.words(written.text.rpartition(".")[2])
        files = [file for file in self._library.broken if file.path.stem == stem]
        for file in files:
            found.extend(file.errors)
        return bool(files)


def in_the_library(available: list[tuple[str, str]]) -> str:
    """The components of the library that provide what is missing."""
    if not available:
        return "nothing provides it"
    names = [component for component, _ in available]
    more = len(names) - most_named
    return ", ".join(names if more <= 0 else [*names[:most_named], f"{more} more"])
