# SPDX-License-Identifier: BSD-2-Clause
"""All interfaces together: look-up by name, and the lattice that `extends` makes of them."""

from __future__ import annotations

from collections.abc import Iterable

from flatland.idl import builtin
from flatland.idl.model import Declaration, Interface, InterfaceFile, Method, with_nested


class InterfaceLibrary:
    """Everything that the interface files of some source roots declare.

    Names are full Java names, such as `flat.hal.Timer.Tick`. Methods of the lattice expect names
    of interfaces that exist and raise KeyError otherwise.
    """

    def __init__(self, files: Iterable[InterfaceFile]) -> None:
        self.files = tuple(sorted(files, key=lambda file: file.declaration.full_name))
        self._declarations: dict[str, Declaration] = {builtin.top.full_name: builtin.top}
        for file in self.files:
            for declaration in with_nested(file.declaration):
                self._declarations.setdefault(declaration.full_name, declaration)

    def __contains__(self, name: str) -> bool:
        return name in self._declarations

    def names(self) -> list[str]:
        """The full names of all declared types, `flat.lang.Top` included."""
        return sorted(self._declarations)

    def get(self, name: str) -> Declaration | None:
        """The declaration of a type of any kind, if there is one."""
        return self._declarations.get(name)

    def interface(self, name: str) -> Interface:
        """The interface of this name; KeyError if it does not exist or is no interface."""
        declaration = self._declarations[name]
        if not isinstance(declaration, Interface):
            raise KeyError(name)
        return declaration

    def supertypes(self, name: str) -> tuple[str, ...]:
        """All proper supertypes, nearest first, each once; `flat.lang.Top` is among them."""
        found: dict[str, None] = {}
        level = [name]
        while level:
            supers = (each for current in level for each in self.interface(current).supers)
            level = [each.full_name for each in supers if each.kind == "interface"]
            level = [each for each in dict.fromkeys(level) if each not in found and each != name]
            found.update(dict.fromkeys(level))
        return tuple(found)

    def is_subtype(self, sub: str, base: str) -> bool:
        """Whether what is a `sub` is also a `base`; every interface is a subtype of itself."""
        return sub == base or base in self.supertypes(sub)

    def minimal(self, names: Iterable[str]) -> tuple[str, ...]:
        """These interfaces without those that others of them extend; order is kept."""
        distinct = tuple(dict.fromkeys(names))
        implied = {each for name in distinct for each in self.supertypes(name)}
        return tuple(name for name in distinct if name not in implied)

    def methods(self, name: str) -> tuple[Method, ...]:
        """The methods of an interface, its own first, then the inherited ones."""
        closure = (name, *self.supertypes(name))
        return tuple(method for each in closure for method in self.interface(each).methods)

    def missing_methods(self, have: str, want: str) -> tuple[Method, ...]:
        """The methods of `want` that `have` lacks, by name and signature.

        Empty although `have` is no subtype of `want`: the types are unrelated but alike.
        """
        offered = {method.signature for method in self.methods(have)}
        return tuple(each for each in self.methods(want) if each.signature not in offered)
