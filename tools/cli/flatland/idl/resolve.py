# SPDX-License-Identifier: BSD-2-Clause
"""Finds what the names of types mean, in the order in which Java looks for them.

Member types of the interfaces around and of what they extend, then imports, then the package.
Nothing is found by accident: no import of whole packages, and of Java's own types only the
primitive ones.
"""

from __future__ import annotations

import difflib

from flatland.diagnostics import Diagnostic, Edit, Span, error
from flatland.idl import builtin
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import (
    Declaration,
    EnumType,
    FailureType,
    Import,
    Interface,
    InterfaceFile,
    ObjectType,
    Record,
    TypeKind,
    TypeRef,
    nested,
    uses,
    with_nested,
)

_kinds: tuple[tuple[type[Declaration], TypeKind], ...] = (
    (Interface, "interface"),
    (Record, "record"),
    (EnumType, "enum"),
    (FailureType, "failure"),
    (ObjectType, "object"),
)


def resolve(library: InterfaceLibrary, broken: set[str]) -> list[Diagnostic]:
    """Completes every TypeRef of the library; `broken` types exist but could not be read."""
    resolver = _Resolver(library, broken)
    # Outer types first: a nested interface may extend a type that the one around it inherits.
    scopes = [
        (_Scope(file), declaration)
        for file in library.files
        for declaration in with_nested(file.declaration)
    ]
    scopes.sort(key=lambda each: each[1].name.count("."))
    for file in library.files:
        resolver.check_imports(file)
    for scope, declaration in scopes:
        if isinstance(declaration, Interface):
            for base in declaration.supers:
                resolver.complete(base, scope, declaration, outside=True)
    for scope, declaration in scopes:
        for reference in uses(declaration):
            resolver.complete(reference, scope, declaration)
    return resolver.diagnostics


class _Scope:
    """What a file sees: its imports by simple name."""

    def __init__(self, file: InterfaceFile) -> None:
        self.file = file
        self.imports = {
            each.name.rpartition(".")[2]: each.name for each in file.imports if not each.static
        }


class _Resolver:
    def __init__(self, library: InterfaceLibrary, broken: set[str]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._library = library
        self._broken = broken

    def check_imports(self, file: InterfaceFile) -> None:
        """Checks that imports name something, once, and that flat.lang's names are imported."""
        seen: dict[str, Import] = {}
        for each in file.imports:
            self._check_import(file, each, seen)
        for reference in file.language:
            name = f"{builtin.package}.{reference.written.rpartition('.')[2]}"
            if name not in (reference.written, *(each.name for each in seen.values())):
                self._unknown(reference, _Scope(file))
        for reference in file.contexts:
            name = f"{builtin.package}.ContextKind.{reference.written}"
            if all(each.name != name for each in seen.values()):
                self._report(
                    "F0604",
                    f"`{reference.written}` is not imported",
                    reference.span,
                    f"write `import static {name};`",
                )

    def _check_import(self, file: InterfaceFile, item: Import, seen: dict[str, Import]) -> None:
        simple = item.name.rpartition(".")[2]
        if item.static:
            known = [f"{builtin.package}.ContextKind.{each}" for each in builtin.contexts]
        else:
            known = [f"{builtin.package}.{each}" for each in builtin.names]
            known += [*self._library.names(), *self._broken]
        if item.name not in known:
            near = difflib.get_close_matches(item.name, known, n=1)
            help = f"did you mean `{near[0]}`?" if near else None
            self._report("F0604", f"nothing to import named `{item.name}`", item.span, help)
        elif simple in seen and seen[simple].name == item.name:
            self._report("F0604", f"`{item.name}` is imported twice", item.span, "delete one")
        elif simple in seen or (simple == file.declaration.name and not item.static):
            self._report(
                "F0604",
                f"two types named `{simple}` in this file",
                item.span,
                "write the full name of one where it is used",
            )
        seen.setdefault(simple, item)

    def complete(
        self, reference: TypeRef, scope: _Scope, user: Declaration, *, outside: bool = False
    ) -> None:
        """Resolves one reference made by `user`, or reports why not."""
        if reference.kind != "unresolved":
            return
        start = user.name.rpartition(".")[0] if outside else user.name
        first, *rest = reference.written.split(".")
        candidates = self._simple(first, scope, user.package, start)
        for part in rest:
            candidates = {each for name in candidates for each in self._members(name, part)}
        if not candidates and rest and self._exists(reference.written):
            candidates = {reference.written}
        if len(candidates) > 1:
            both = " and ".join(f"`{each}`" for each in sorted(candidates))
            self._report(
                "F0603",
                f"`{reference.written}` means {both}",
                reference.span,
                "write the full name",
            )
        elif candidates:
            self._settle(reference, candidates.pop())
        elif not self._depends_on_broken(reference, scope, user, outside):
            self._unknown(reference, scope)

    def _simple(self, name: str, scope: _Scope, package: str, outer: str) -> set[str]:
        while outer:
            if found := self._members(f"{package}.{outer}", name):
                return found
            outer = outer.rpartition(".")[0]
        imported = scope.imports.get(name)
        full_name = imported or f"{package}.{name}"
        return {full_name} if self._exists(full_name) else set()

    def _members(self, owner: str, name: str) -> set[str]:
        """Member types of this name, declared in `owner` or else inherited by it."""
        declaration = self._library.get(owner)
        if declaration is None:
            return set()
        if any(each.simple_name == name for each in nested(declaration)):
            return {f"{owner}.{name}"}
        if f"{owner}.{name}" in self._broken:
            return {f"{owner}.{name}"}
        if not isinstance(declaration, Interface):
            return set()
        found = (f"{each}.{name}" for each in self._library.supertypes(owner))
        return {each for each in found if self._exists(each)}

    def _exists(self, name: str) -> bool:
        package, _, simple = name.rpartition(".")
        in_language = package == builtin.package and simple in builtin.names
        return in_language or name in self._library or name in self._broken

    def _settle(self, reference: TypeRef, name: str) -> None:
        declaration = self._library.get(name)
        if declaration:
            reference.package, reference.name = declaration.package, declaration.name
            reference.kind = next(kind for type, kind in _kinds if isinstance(declaration, type))
            return
        package, _, simple = name.rpartition(".")
        if package != builtin.package:
            return  # broken: reported where it is declared
        reference.package, reference.name = package, simple
        if simple in builtin.scalars:
            reference.kind = "scalar"
        elif simple == "Buf":
            reference.kind = "buffer"
        else:
            message = f"`{simple}` is not a type that values have"
            self._report("F0614", message, reference.span, None)

    def _depends_on_broken(
        self, reference: TypeRef, scope: _Scope, user: Declaration, outside: bool
    ) -> bool:
        """Whether the name might be found if what has been reported already were mended."""
        first = reference.written.partition(".")[0]
        outer = user.full_name.split(".")
        around = {".".join(outer[:end]) for end in range(1, len(outer) + 1)}
        seen = {scope.imports.get(first), f"{user.package}.{first}"} | around
        if seen & self._broken:
            return True
        return not outside and any(self._inherits_unknown(name) for name in around)

    def _inherits_unknown(self, name: str) -> bool:
        """Whether an interface extends, perhaps indirectly, something that was not found."""
        if not isinstance(self._library.get(name), Interface):
            return False
        closure = (name, *self._library.supertypes(name))
        bases = (base for each in closure for base in self._library.interface(each).supers)
        return any(base.kind == "unresolved" for base in bases)

    def _unknown(self, reference: TypeRef, scope: _Scope) -> None:
        simple = reference.written.rpartition(".")[2]
        language = [f"{builtin.package}.{each}" for each in builtin.names]
        known = [*language, *self._library.names()]
        homes = [each for each in known if each.rpartition(".")[2] == simple]
        if simple in builtin.java_lang and not homes:
            self._report(
                "F0605",
                f"`{simple}` is not a type of interfaces",
                reference.span,
                f"use {builtin.java_lang[simple]}",
            )
            return
        if homes:
            self._not_imported(reference, scope, homes)
            return
        near = difflib.get_close_matches(simple, {each.rpartition(".")[2] for each in known}, n=1)
        help = f"did you mean `{near[0]}`?" if near else None
        self._report("F0603", f"unknown type `{reference.written}`", reference.span, help)

    def _not_imported(self, reference: TypeRef, scope: _Scope, homes: list[str]) -> None:
        message = f"`{reference.written}` is not imported"
        lines = [each.span.line + 1 for each in scope.file.imports if not each.static]
        if len(homes) > 1 or not lines:
            help = "write " + " or ".join(f"`import {each};`" for each in sorted(homes))
            self._report("F0603", message, reference.span, help)
            return
        edit = Edit(scope.file.path, max(lines), f"import {homes[0]};")
        self.diagnostics.append(
            error("F0603", message, reference.span, help="import it", edit=edit)
        )

    def _report(self, code: str, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.append(error(code, message, span, help=help))
