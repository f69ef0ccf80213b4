# SPDX-License-Identifier: BSD-2-Clause
"""Where an image's instances have their counters (core/measure/counters.hpp), and their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from flatland.dwarf.entries import Die, classes, qualified_name, text_of
from flatland.dwarf.types import length_of, offset_of, size_of, type_of, without_aliases

_counters = ("flat::Counter", "flat::SharedCounter")
_storage = "_ZN4flat12_GLOBAL__N_17storageE"
_own_variable = "flat_placed_"  # before the name of an instance in the variant `special`
_kit = "flat::"
_guard = "flat::Guarded<"  # whose member is only what it guards


@dataclass(frozen=True)
class CounterPlace:
    """A counter: eight bytes at an address of the image."""

    instance: str
    component: str
    name: str
    address: int


@dataclass(frozen=True)
class Instance:
    """An instance of an image: its name, its class, its address."""

    name: str
    kind: Die
    start: int


def counters_of(image: Path, structure: str) -> list[CounterPlace]:
    """Those of the instances that are members of a structure, `Image` or one of several."""
    with opened(image) as (types, addresses):
        return list(_places(types, structure, addresses))


@contextmanager
def opened(image: Path) -> Iterator[tuple[Types, dict[str, int]]]:
    """The classes of an image, and the addresses of its symbols."""
    with image.open("rb") as stream:
        file = ELFFile(stream)
        symbols = file.get_section_by_name(".symtab")
        yield Types(file), {each.name: each["st_value"] for each in symbols.iter_symbols()}


def instances_of(types: Types, structure: str, addresses: dict[str, int]) -> Iterator[Instance]:
    """What is a member of such a structure, by value or by reference."""
    image = types.definition(f"{_kit}(anonymous namespace)::{structure}")
    for member in image.iter_children() if image is not None else ():
        kind = type_of(member) if member.tag == "DW_TAG_member" else None
        if kind is None:
            continue
        if kind.tag == "DW_TAG_reference_type":
            kind = type_of(kind)
        if kind is None or without_aliases(kind).tag not in classes:
            continue
        kind = without_aliases(kind)
        name = text_of(member, "DW_AT_name")
        start = addresses.get(_own_variable + name)
        if start is None:
            start = addresses[_storage] + (offset_of(member) or 0)
        yield Instance(name, kind, start)


def _places(types: Types, structure: str, addresses: dict[str, int]) -> Iterator[CounterPlace]:
    for each in instances_of(types, structure, addresses):
        component = qualified_name(each.kind).removeprefix(_kit).replace("::", ".")
        found = list(types.counters(each.kind))
        paths = [path for path, _ in found]
        for path, offset in found:
            yield CounterPlace(each.name, component, _short(path, paths), each.start + offset)


def _short(path: tuple[str, ...], all_paths: list[tuple[str, ...]]) -> str:
    """The last words of a path, as many as tell it from the others."""
    for count in range(1, len(path)):
        end = path[-count:]
        if not end[0].isdigit() and sum(each[-count:] == end for each in all_paths) == 1:
            return ".".join(end)
    return ".".join(path)


class Types:
    """The classes of an image by name; units are read when one is not in those before."""

    def __init__(self, file: ELFFile) -> None:
        units = list(file.get_dwarf_info().iter_CUs())
        # The structures of instances are in the wiring; what it includes may be declared only.
        units.sort(key=lambda unit: "wiring.cpp" not in text_of(unit.get_top_DIE(), "DW_AT_name"))
        self._units = iter(units)
        self._definitions: dict[str, Die] = {}
        self._found: dict[str, list[tuple[tuple[str, ...], int]]] = {}

    def definition(self, name: str) -> Die | None:
        """The class of a name; None: it is nowhere defined."""
        while name not in self._definitions:
            unit = next(self._units, None)
            if unit is None:
                return None
            for die in unit.iter_DIEs():
                if die.tag in classes and "DW_AT_byte_size" in die.attributes:
                    self._definitions.setdefault(qualified_name(die), die)
        return self._definitions[name]

    def counters(self, kind: Die) -> list[tuple[tuple[str, ...], int]]:
        """The counters in an object: their paths of members, and where they are in it."""
        name = qualified_name(kind)
        if name in _counters:
            return [((), 0)]
        if name not in self._found:
            self._found[name] = []
            is_declared = "DW_AT_byte_size" not in kind.attributes
            whole = self.definition(name) if is_declared else kind
            if whole is not None:
                self._found[name] = list(self._in_members(whole, name.endswith("::Statistics")))
        return self._found[name]

    def _in_members(self, kind: Die, is_record: bool) -> Iterator[tuple[tuple[str, ...], int]]:
        is_guard = qualified_name(kind).startswith(_guard)
        for member in kind.iter_children():
            if member.tag not in ("DW_TAG_member", "DW_TAG_inheritance"):
                continue
            offset = offset_of(member)
            target = type_of(member)
            if offset is None or target is None:
                continue
            name = "" if is_guard else text_of(member, "DW_AT_name").removesuffix("_")
            for path, at in self._of_type(without_aliases(target), is_record):
                yield ((name, *path) if name else path), offset + at

    def _of_type(self, kind: Die, is_number: bool) -> Iterator[tuple[tuple[str, ...], int]]:
        if kind.tag in classes:
            yield from self.counters(kind)
        elif is_number and kind.tag == "DW_TAG_base_type":
            yield (), 0
        elif kind.tag == "DW_TAG_array_type":
            element = type_of(kind)
            inner = list(self._of_type(without_aliases(element), False)) if element else []
            step = self._size_of(without_aliases(element)) if inner and element else 0
            for index in range(length_of(kind) if step else 0):
                for path, at in inner:
                    yield (str(index), *path), index * step + at

    def _size_of(self, kind: Die) -> int:
        """That of a class which its unit only declares is in another unit."""
        is_declared = kind.tag in classes and "DW_AT_byte_size" not in kind.attributes
        whole = self.definition(qualified_name(kind)) if is_declared else None
        return size_of(whole or kind)
