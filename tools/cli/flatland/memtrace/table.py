# SPDX-License-Identifier: BSD-2-Clause
"""The table that tells the plug-in what to trace: tools/memtrace/targets.h reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from flatland.errors import failure
from flatland.memtrace.classes import StaticObjects, TargetClass
from flatland.memtrace.functions import Function
from flatland.memtrace.program import Module

most_allocating = 32
_name_bytes = 64


@dataclass(frozen=True)
class Targets:
    """What is traced. The functions of `allocated_in` are those of the class with that number."""

    modules: Sequence[Module]
    classes: Sequence[TargetClass]
    entries: Sequence[Function]
    statics: Sequence[StaticObjects]
    allocated_in: Sequence[Sequence[Function]] = field(default=())
    has_heap: bool = True
    has_arrays: bool = False


def lines(targets: Targets) -> Iterator[str]:
    """The table; numbers of functions are those of their order."""
    for module in targets.modules:
        place = f"{module.file_offset:x} {module.address:x} {module.size_bytes:x}"
        yield f"module {place} {module.path}"
    allocating = _allocating(targets)
    for number, each in enumerate(targets.classes):
        within = sum(1 << allocating.index(one) for one in targets.allocated_in[number])
        flags = (targets.has_heap, each.is_flexible, targets.has_arrays)
        words = " ".join(str(int(flag)) for flag in flags)
        yield f"class {each.size_bytes} {words} {within:x} {_short(targets, each.name)}"
    for role, functions in (("entry", targets.entries), ("allocating", allocating)):
        for number, function in enumerate(functions):
            for address in function.addresses:
                yield f"{role} {number} {function.module} {address:x}"
    for objects in targets.statics:
        place = f"{objects.target} {objects.module} {objects.address:x}"
        yield f"static {place} {objects.count} {objects.stride_bytes}"


def _allocating(targets: Targets) -> list[Function]:
    functions = list(dict.fromkeys(one for some in targets.allocated_in for one in some))
    if len(functions) > most_allocating:
        raise failure("F1006", f"there are more than {most_allocating} allocating functions")
    return functions


def _short(targets: Targets, name: str) -> str:
    """What the plug-in calls a class: the first bytes of the name."""
    cut = [each.name.encode()[:_name_bytes] for each in targets.classes]
    if cut.count(name.encode()[:_name_bytes]) > 1:
        raise failure(
            "F1005",
            f"the first {_name_bytes} bytes of several classes' names are `{cut[0].decode()}`",
            help="trace one of them at a time",
        )
    return name.encode()[:_name_bytes].decode(errors="replace")
