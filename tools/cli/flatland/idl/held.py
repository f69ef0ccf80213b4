# SPDX-License-Identifier: BSD-2-Clause
"""What stands in a domain for objects that it gets: stubs that hold a word (core/calls/handle.hpp).

Their methods are entries of the domain's table of calls, with that word as their first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flatland.idl.crossing import held_function, system_call
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import GeneratedClass, header_of, scope
from flatland.idl.objects import Passed, Side


def stubs(side: Side) -> dict[str, GeneratedClass]:
    """The classes in a domain of all that it gets, by headers; each makes objects of words."""
    return {each.header: _stub(side, each) for each in side.got}


def headers(side: Side) -> list[str]:
    """What is included where words become objects, in the domain."""
    return [each.header for each in side.got]


def _stub(side: Side, passed: Passed) -> GeneratedClass:
    bodies = [
        (each.method, system_call(each, passed.first + place))
        for place, each in enumerate(passed.methods)
    ]
    made = stub_class(
        passed.binding,
        {},
        bodies,
        includes=[
            "core/calls/handle.hpp",
            "domain/system_call.hpp",
            *map(header_of, passed.narrowed),
        ],
        parameters=[("flat::u64", "word_")],
        narrowed=[("flat::handle_id", "const_cast<flat::u64*>(&word_)"), *_narrowed(side, passed)],
    )
    interface = scope(passed.binding.interface.full_name)
    return replace(
        made,
        before=_declarations(side, passed),
        after=[
            f"inline {_signature(side.prefix, passed.binding.interface.full_name)} {{",
            f"    static flat::HandlePlaces<{made.name}> places;",
            f"    return places.of<{interface}>(word);",
            "}",
        ],
    )


def _narrowed(side: Side, passed: Passed) -> list[tuple[str, str]]:
    """The interfaces that an object may have besides: the kernel is asked, whose 0 is none."""
    found = []
    for place, each in enumerate(passed.narrowed):
        word = f"flat::domain::system_call({passed.narrow}, word_, {place}).first"
        made = f"{held_function(side.prefix, each)}({word})"
        found.append((f"{scope(each)}::interface_id", made))
    return found


def _declarations(side: Side, passed: Passed) -> Sequence[str]:
    """The functions that make what methods return and objects are narrowed to, declared."""
    returned = [each.method.result.full_name for each in passed.methods if each.gives_object]
    made = dict.fromkeys([*returned, *passed.narrowed])
    return [f"inline {_signature(side.prefix, each)};" for each in made]


def _signature(prefix: str, interface: str) -> str:
    return f"{scope(interface)}* {held_function(prefix, interface)}(flat::u64 word)"
