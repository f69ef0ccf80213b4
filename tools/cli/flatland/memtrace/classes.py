# SPDX-License-Identifier: BSD-2-Clause
"""The classes whose objects are traced, and the objects that lie in a module from the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from flatland.dwarf.entries import Die, classes
from flatland.dwarf.types import length_of, offset_of, size_of, type_of, without_aliases
from flatland.errors import failure
from flatland.memtrace.debug import ClassFacts, Debug

_most_parts = 65536


@dataclass(frozen=True)
class TargetClass:
    """A class to trace."""

    name: str
    size_bytes: int
    is_flexible: bool  # it ends in an array without a length
    twins: tuple[str, ...]  # other classes of its size that the program declares
    module: int  # one that has its members


@dataclass(frozen=True)
class StaticObjects:
    """Objects of a class that lie one after the other at an address of a module."""

    target: int
    module: int
    address: int
    count: int
    stride_bytes: int


def find_class(modules: Sequence[Debug], name: str) -> TargetClass:
    """The class of that qualified name; an error if there is none or if several are so called."""
    found = [(n, each) for n, debug in enumerate(modules) for each in debug.classes.get(name, ())]
    sizes = sorted({each.size_bytes for _, each in found})
    if not found:
        raise _unknown(modules, name)
    if len(sizes) > 1:
        raise failure(
            "F1005",
            f"there are {len(sizes)} classes `{name}`",
            notes=[f"one of {size} bytes" for size in sizes],
            help="give the one that is meant another name",
        )
    if sizes[0] == 0:
        raise failure("F1003", f"objects of `{name}` have no bytes")
    module, facts = found[0]
    twins = {
        each.name
        for debug in modules
        for each in _all(debug)
        if each.size_bytes == sizes[0] and each.name != name and not each.is_of_system
    }
    return TargetClass(name, sizes[0], _is_flexible(facts.die), tuple(sorted(twins)), module)


def _all(debug: Debug) -> Iterator[ClassFacts]:
    return (each for some in debug.classes.values() for each in some)


def _unknown(modules: Sequence[Debug], name: str) -> Exception:
    known = sorted({each for debug in modules for each in debug.classes})
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    return failure(
        "F1003",
        f"the program's debug information has no class `{name}`",
        notes=[f"it has `{each}`" for each in near],
        help="name it as C++ does, `space::Class`; a structure of C by its tag, without `struct`,"
        " or by its typedef if it has none",
    )


def _is_flexible(die: Die) -> bool:
    members = [each for each in die.iter_children() if each.tag == "DW_TAG_member"]
    kind = type_of(members[-1]) if members else None
    if kind is None or without_aliases(kind).tag != "DW_TAG_array_type":
        return False
    return length_of(without_aliases(kind)) == 0


@dataclass(frozen=True)
class _Part:
    """Objects of a target class within a type."""

    target: int
    offset: int
    count: int
    stride_bytes: int


def static_objects(modules: Sequence[Debug], names: Sequence[str]) -> list[StaticObjects]:
    """All objects of the classes that are variables, elements or parts of variables."""
    found: set[StaticObjects] = set()
    for number, debug in enumerate(modules):
        for variable in debug.variables:
            for part in _parts(variable.type, _Targets(debug, names)):
                place = variable.address + part.offset
                found.add(StaticObjects(part.target, number, place, part.count, part.stride_bytes))
    return sorted(found, key=lambda each: (each.module, each.address, each.target))


@dataclass(frozen=True)
class _Targets:
    """The classes that are traced, as one module knows them."""

    debug: Debug
    names: Sequence[str]

    def number(self, kind: Die) -> int | None:
        """Which of them a class is."""
        name = self.debug.name_of(kind)
        return self.names.index(name) if name in self.names else None


def _parts(kind: Die, targets: _Targets) -> list[_Part]:
    kind = without_aliases(kind)
    if kind.tag == "DW_TAG_array_type":
        return _parts_of_array(kind, targets)
    if kind.tag not in classes or "DW_AT_byte_size" not in kind.attributes:
        return []
    target = targets.number(kind)
    if target is not None:
        return [_Part(target, 0, 1, int(kind.attributes["DW_AT_byte_size"].value))]
    found = []
    for child in kind.iter_children():
        is_part = child.tag in ("DW_TAG_member", "DW_TAG_inheritance")
        member, offset = (type_of(child), offset_of(child)) if is_part else (None, None)
        if member is None or offset is None:
            continue
        found += [
            _Part(each.target, offset + each.offset, each.count, each.stride_bytes)
            for each in _parts(member, targets)
        ]
    return found


def _parts_of_array(array: Die, targets: _Targets) -> list[_Part]:
    element = type_of(array)
    parts = _parts(element, targets) if element is not None else []
    if not parts:
        return []
    size = size_of(element)
    count = length_of(array)
    if count > 0 and len(parts) == 1 and parts[0].count == 1:
        return _spread(parts[0], count, size)
    return [
        _Part(each.target, size * number + each.offset, each.count, each.stride_bytes)
        for number in range(min(count, _most_parts))
        for each in parts
    ]


def _spread(part: _Part, count: int, size: int) -> list[_Part]:
    """One part of each element; after the last one there may be something else."""
    if part.stride_bytes == size:
        return [_Part(part.target, part.offset, count, size)]
    last = _Part(part.target, part.offset + (count - 1) * size, 1, part.stride_bytes)
    return [*([_Part(part.target, part.offset, count - 1, size)] if count > 1 else []), last]
