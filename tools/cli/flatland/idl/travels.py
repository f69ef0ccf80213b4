# SPDX-License-Identifier: BSD-2-Clause
"""How what methods pass crosses a boundary, in words for reports: each kind says how it copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flatland.idl.bridge import Travel
from flatland.idl.crossing import Carried
from flatland.idl.model import Parameter

_times = {1: "once", 2: "twice", 3: "three times"}

Copies = Callable[[Carried], int]
"""How often bytes are copied on one way."""

Lent = Callable[[Carried, Parameter], bool]
"""Whether whole pages of a buffer are shown where they are."""


def _never(_carried: Carried, _parameter: Parameter) -> bool:
    return False


def travels(
    methods: Sequence[Carried], buffers: Copies, block: int = 1, is_lent: Lent = _never
) -> tuple[Travel, ...]:
    """Of all methods, where what is no word in a register is copied; `block` is that of words."""
    return tuple(
        each for carried in methods for each in _of(carried, buffers(carried), block, is_lent)
    )


def all_alike(methods: Sequence[Carried], way: Callable[[Carried], str]) -> tuple[Travel, ...]:
    """Of all methods, where all that one of them passes goes the same way."""
    return tuple(
        Travel(each.method.name, what, way(each)) for each in methods for what in _passed(each)
    )


def _passed(carried: Carried) -> Iterator[str]:
    yield from (each.name for each in carried.method.parameters)
    if carried.method.result.kind != "void":
        yield "result"


def _of(carried: Carried, buffers: int, block: int, is_lent: Lent) -> Iterator[Travel]:
    name = carried.method.name
    words = "in registers" if carried.in_registers else f"in a block, copied {_times[block]}"
    for each in carried.method.parameters:
        pages = "whole pages mapped, the rest " if is_lent(carried, each) else ""
        yield Travel(name, each.name, _way(each, words, f"{pages}copied {_times[buffers]}"))
    if carried.gives_object:
        yield Travel(name, "result", "as a handle, given")
    elif carried.method.result.kind != "void":
        yield Travel(name, "result", words)


def _way(parameter: Parameter, words: str, buffer: str) -> str:
    if parameter.type.kind == "buffer":
        each_way = "" if parameter.direction == "In" else " each way"
        return f"{buffer}{each_way}"
    if parameter.type.kind == "interface":
        return f"as a handle, {'given' if parameter.held else 'lent'}"
    return words
