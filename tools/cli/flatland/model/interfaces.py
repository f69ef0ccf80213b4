# SPDX-License-Identifier: BSD-2-Clause
"""What the configurator asks of the interface library (`flatland.idl`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.idl import names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import interfaces_of_run
from flatland.idl.model import EnumType, Interface, Method, with_nested
from flatland.model.names import matching

entry = "flat.boot.Entry"
"""The interface that exactly one instance of a kernel provides."""


class Interfaces:
    """The interfaces of all roots, with answers remembered."""

    def __init__(self, library: InterfaceLibrary) -> None:
        self.library = library
        self._subtypes: dict[tuple[str, str], bool] = {}
        everything = [(name, library.get(name)) for name in library.names()]
        self._interfaces = [name for name, each in everything if isinstance(each, Interface)]
        self._enums = [name for name, each in everything if isinstance(each, EnumType)]

    @property
    def interfaces(self) -> Sequence[str]:
        """The full names of all interfaces."""
        return self._interfaces

    @property
    def enums(self) -> Sequence[str]:
        """The full names of all enums."""
        return self._enums

    def find(self, written: str, package: str) -> list[str]:
        """The interfaces that a name can mean in a component of `package`."""
        return matching(written, self._interfaces, package)

    def find_enum(self, written: str, package: str) -> list[str]:
        """The enums that a name can mean in a component of `package`."""
        return matching(written, self._enums, package)

    def short(self, full: str, package: str) -> str:
        """The shortest name that means an interface in a component of `package`."""
        simple = full.rpartition(".")[2]
        return simple if self.find(simple, package) == [full] else full

    def is_subtype(self, sub: str, super: str) -> bool:
        """Whether what provides `sub` can serve who requires `super`."""
        key = (sub, super)
        if key not in self._subtypes:
            self._subtypes[key] = self.library.is_subtype(sub, super)
        return self._subtypes[key]

    def missing(self, have: str, want: str) -> tuple[Method, ...]:
        """The methods of `want` that `have` lacks."""
        return self.library.missing_methods(have, want)

    def enum_values(self, name: str) -> list[str]:
        """The constants of an enum."""
        declaration = self.library.get(name)
        assert isinstance(declaration, EnumType)
        return [value.name for value in declaration.values]

    def method_names(self, interface: str) -> list[str]:
        """The C++ names of an interface's methods, inherited ones included."""
        return [names.member(method.name) for method in self.library.methods(interface)]

    def called_through(self, interface: str) -> list[str]:
        """The Java names of the methods that a port of this type can call or be called by.

        Besides its own methods these are those of the interfaces nested in it: its callbacks.
        """
        own = [method.name for method in self.library.methods(interface)]
        return own + [method.name for method in self._callbacks(interface)]

    def called_by_interrupts(self, interface: str) -> list[str]:
        """The Java names of the callbacks that are declared `@Context(INTERRUPT)`."""
        callbacks = self._callbacks(interface)
        return [method.name for method in callbacks if method.context == "INTERRUPT"]

    def _callbacks(self, interface: str) -> list[Method]:
        """The methods of the interfaces nested in one or in what it extends."""
        found: list[Method] = []
        for each in (interface, *self.library.supertypes(interface)):
            for nested in with_nested(self.library.interface(each))[1:]:
                if isinstance(nested, Interface):
                    found += self.library.methods(nested.full_name)
        return found

    def is_for_threads(self, interface: str) -> bool:
        """Whether the interface has methods and each states `@Context(THREAD)`."""
        methods = self.library.methods(interface)
        return bool(methods) and all(method.context == "THREAD" for method in methods)

    def calls_back(self, interface: str) -> bool:
        """Whether a method takes an interface, through which the provider can call its client."""
        return any(
            parameter.type.kind == "interface"
            for method in self.library.methods(interface)
            for parameter in method.parameters
        )

    def files(self) -> tuple[Path, ...]:
        """All interface files."""
        return tuple(file.path for file in self.library.files)


def load_interfaces_of(roots: Sequence[Path], cache: Path | None = None) -> Interfaces:
    """Reads the folders interfaces/ of the roots; raises FlatError if one is wrong."""
    folders = [root / "interfaces" for root in roots if (root / "interfaces").is_dir()]
    return Interfaces(interfaces_of_run(folders, cache))
