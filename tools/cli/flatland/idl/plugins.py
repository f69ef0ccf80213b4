# SPDX-License-Identifier: BSD-2-Clause
"""The open end of the interface compiler (THINK, section 3.3): generators by kind.

A binding kind registers a generator that writes its stub and its skeleton from the same parsed
interface as everybody else. The C++ declarations themselves come through this door.
"""

from __future__ import annotations

from typing import Protocol

from flatland.idl.cpp import DeclarationGenerator
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import InterfaceFile


class BindingGenerator(Protocol):
    """Turns interface files into source files of one kind."""

    @property
    def kind(self) -> str:
        """What it generates for: `declaration`, or the name of a binding kind."""

    def generate(self, file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
        """The texts for one interface file, by the path with which they are included or compiled.

        `library` knows what the file refers to: inherited methods, the fields of records. The same
        input gives the same text. A file for which this kind needs nothing gives no files.
        """


_generators: dict[str, BindingGenerator] = {}


def register(generator: BindingGenerator) -> None:
    """Adds a generator; its kind must be new."""
    if generator.kind in _generators:
        raise ValueError(f"two generators of kind {generator.kind}")
    _generators[generator.kind] = generator


def kinds() -> list[str]:
    """The kinds that are registered."""
    return sorted(_generators)


def generator(kind: str) -> BindingGenerator:
    """The generator of a kind; KeyError if there is none."""
    return _generators[kind]


register(DeclarationGenerator())
