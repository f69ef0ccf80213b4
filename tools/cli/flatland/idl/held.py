# SPDX-License-Identifier: BSD-2-Clause
"""Objects of the kernel that a domain holds, because methods of a binding return them.

Each interface of such objects is in the domain a stub that holds a word (core/handle.hpp), and has
entries in the domain's table of calls after those of the binding's own methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flatland.idl import names
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import Carried, held_function, system_call
from flatland.idl.forwarding import stub_class
from flatland.idl.generated_class import GeneratedClass, scope
from flatland.idl.model import Method

resource = "flat.core.AbstractResource"


@dataclass(frozen=True)
class Held:
    """One interface of objects that a binding's client can hold, with its methods."""

    binding: WholeBinding  # as if it bound this interface
    prefix: str  # of the functions that make objects of words: the binding's name
    methods: tuple[Carried, ...]
    first_call: int

    @property
    def entry_prefix(self) -> str:
        """What the names of its entries' functions begin with."""
        return _word(self.binding.interface.full_name)

    def is_release(self, method: Method) -> bool:
        """Whether a method ends the client's hold."""
        is_resource = self.binding.library.is_subtype(self.binding.interface.full_name, resource)
        return is_resource and method.name == "release"

    def stub(self) -> GeneratedClass:
        """What stands in the client's domain for an object; its header makes it of a word."""
        bodies = [
            (each.method, system_call(each, self.first_call + place))
            for place, each in enumerate(self.methods)
        ]
        made = stub_class(
            self.binding,
            {},
            bodies,
            includes=["core/handle.hpp", "domain/system_call.hpp"],
            parameters=[("flat::u64", "word_")],
        )
        function = _signature(self.prefix, self.binding.interface.full_name)
        return replace(
            made,
            before=declarations(self.methods),
            after=[
                f"inline {function} {{",
                f"    static flat::HandlePlaces<{made.name}> places;",
                "    return places.of(word);",
                "}",
            ],
        )


def held_by(binding: WholeBinding, methods: Sequence[Carried]) -> list[Held]:
    """All interfaces of which the client of a binding can get objects, each once."""
    found: dict[str, Held] = {}
    waiting = list(methods)
    next_call = binding.first_call + len(methods)
    while waiting:
        result = waiting.pop(0).method.result
        if result.kind != "interface" or result.full_name in found:
            continue
        interface = binding.library.interface(result.full_name)
        as_if = replace(
            binding, name=f"{binding.name}_{_word(result.full_name)}", interface=interface
        )
        carried = tuple(
            Carried(as_if, each, is_held=True, prefix=binding.name) for each in as_if.methods
        )
        found[result.full_name] = Held(as_if, binding.name, carried, next_call)
        next_call += len(carried)
        waiting += carried
    return list(found.values())


def declarations(methods: Sequence[Carried]) -> list[str]:
    """The functions that make the objects which methods return, declared."""
    results = dict.fromkeys(
        _signature(each.prefix, each.method.result.full_name)
        for each in methods
        if each.gives_object
    )
    return [f"inline {each};" for each in results]


def _signature(prefix: str, interface: str) -> str:
    return f"{scope(interface)}* {held_function(prefix, interface)}(flat::u64 word)"


def _word(interface: str) -> str:
    return names.words(interface.removeprefix("flat.").replace(".", "_"))


def entries(held: Sequence[Held]) -> Iterator[tuple[Held, Carried]]:
    """The methods of all of them, in the order of their entries."""
    for each in held:
        for carried in each.methods:
            yield each, carried
