# SPDX-License-Identifier: BSD-2-Clause
"""Calls that nobody waits for: how the kernel keeps one, and makes it later.

A queue (core/machine/one_way_queue.hpp) keeps the words of a call as they mean something in the
kernel: of a buffer its copy, of an object its pointer. Methods that wait come after those that do
not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flatland.idl import cpp
from flatland.idl.crossing import Carried, buffer_name, object_name, pointer_to
from flatland.idl.generated_class import scope
from flatland.idl.model import Method, Parameter

include = "core/machine/one_way_queue.hpp"
member = "flat::machine::OneWayQueue queue_{*threads, *buffers, *domains};"
"""The member of a class in the kernel that has the ports `threads`, `buffers` and `domains`."""


def occurs(methods: Iterable[Method]) -> bool:
    """Whether any of an interface's methods does not wait."""
    return any(each.one_way for each in methods)


def arrived(carried: Carried, words: Sequence[str]) -> list[str]:
    """The words of a call that has come from a domain, whose arguments are all there."""
    found = ["0"] if carried.is_held else []
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer":
            span = buffer_name(parameter)
            found += [f"flat::address_of({span}.data())", f"{span}.size()"]
        elif parameter.type.kind == "interface":
            found.append(f"flat::address_of({object_name(parameter)})")
        else:
            found += mine
    return found


def given(carried: Carried) -> list[str]:
    """The words of a call of the kernel's own."""
    found = ["0", *carried.given[1:]] if carried.is_held else list(carried.given)
    for parameter, place in _places(carried):
        if parameter.type.kind == "interface":
            found[place] = f"flat::address_of({pointer_to(parameter)})"
    return found


def posted(
    carried: Carried,
    values: Sequence[str],
    call: str,
    before: Sequence[str] = (),
    dropped: Sequence[str] = (),
) -> list[str]:
    """Statements that keep a call, and one word more that `before` may set.

    `call` posts it, up to the words; what is `dropped` is undone.
    """
    buffers = [str(place) for each, place in _places(carried) if each.type.kind == "buffer"]
    lines = [f"flat::u64 kept[] = {{{', '.join([*values, '0'])}}};", *before]
    more = ""
    if buffers:
        lines.append(f"static constexpr flat::u32 places[] = {{{', '.join(buffers)}}};")
        more = f", flat::Span<flat::u32 const>(places, {len(buffers)})"
    lines += [
        f"if (!{call}flat::Span<flat::u64 const>(kept, {len(values) + 1}){more})) {{",
        *(
            f"    flat::pointer_to<{scope(each.type.full_name)}>(kept[{place}])->release();"
            for each, place in _places(carried)
            if each.held
        ),
        *(f"    {each}" for each in dropped),
        "}",
    ]
    return lines


def later(carried: Carried, name: str, object: str, call: Sequence[str]) -> list[str]:
    """The function that makes a call; `object` is a statement that finds what is called."""
    lines = [object] if object else []
    for parameter, place in _places(carried):
        if parameter.type.kind == "buffer":
            span = buffer_name(parameter)
            start = f"flat::pointer_to<flat::u8>(words[{place}])"
            lines.append(f"flat::Span<flat::u8> const {span}({start}, words[{place + 1}]);")
        elif parameter.type.kind == "interface":
            kind, pointer = scope(parameter.type.full_name), object_name(parameter)
            lines.append(f"auto* const {pointer} = flat::pointer_to<{kind}>(words[{place}]);")
    head = "[[maybe_unused]] void* object, [[maybe_unused]] flat::u64 const* words"
    return [
        f"static bool {name}_later({head}) {{",
        *(f"    {each}" for each in (*lines, *call)),
        "}",
    ]


def words(carried: Carried) -> list[str]:
    """What the words that were kept are called."""
    return [f"words[{place}]" for place in range(len(carried.given))]


def now(carried: Carried, statements: Sequence[str]) -> list[str]:
    """The member that makes a call at once; false if nobody is reached."""
    declaration = cpp.signature(carried.method).declaration
    head = declaration.replace(f"void {carried.name}(", f"bool {carried.name}_now_(", 1)
    return [f"{head} {{", *(f"    {each}" for each in statements), "}"]


def _places(carried: Carried) -> list[tuple[Parameter, int]]:
    """The parameters, each with the place of its first word."""
    numbers = [str(place) for place in range(len(carried.given))]
    return [(each, int(mine[0])) for each, mine in carried.split(numbers) if mine]
