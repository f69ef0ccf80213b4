# SPDX-License-Identifier: BSD-2-Clause
"""What the kernel calls in another domain: the skeleton there, and how more than words travels.

Without buffers, and where registers suffice, words are all. Else there is a payload on the stack of
the domain that is called: a block of the method's words, then its buffers, each at a multiple of 8,
those that the server only reads last; the results come back in the place of the arguments. Of a
buffer's two words the second counts, its size. Objects become words in the kernel before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flatland.idl import held, names
from flatland.idl.bridge import WholeBinding
from flatland.idl.crossing import (
    Carried,
    buffer_name,
    entry_function,
    failure_word,
    table_class,
)
from flatland.idl.generated_class import GeneratedClass, scope
from flatland.idl.model import Parameter
from flatland.idl.objects import Passed, Side


def is_plain_answer(carried: Carried) -> str:
    """Whether a plain call has an answer, and it is one; no code is as large as `no_answer`."""
    return carried.is_answer(["answer.first", "answer.second"])


def domain_call(binding: WholeBinding, carried: Carried, number: int) -> str:
    """The member of a class in the kernel by which a plain call goes the fast way."""
    values = f"domains->program({image(binding)}), {number}, {carried.name}_otherwise, this"
    return f"flat::machine::DomainCall {carried.name}_call_{{{values}, {limit_ms(binding)}}};"


def otherwise(binding: WholeBinding, carried: Carried, number: int, simple: str) -> list[str]:
    """The static function for a plain call where nobody is ready."""
    words = [f"w{place}" for place in range(len(carried.given))]
    lines = [
        f"auto& self = *static_cast<{simple}*>(object);",
        call(binding, number, words),
        "if (!reply.is_reached) return {flat::machine::no_answer};",
        "return {reply.first, reply.second};",
    ]
    return entry_function(f"{carried.name}_otherwise", len(words), lines)


def unanswered_block(carried: Carried) -> list[str]:
    """The same of a call with a payload, whose words are taken from it."""
    words = [f"words[{place}]" for place in range(carried.block)]
    return [
        "if (reply.is_reached) payload.take(0, flat::writable_bytes_of(block));",
        f"if (!reply.is_reached || !({carried.is_answer(words)}))",
    ]


def skeleton(binding: WholeBinding, methods: Sequence[Carried], side: Side) -> GeneratedClass:
    """The class in the server's domain; it believes what the kernel says."""
    simple = f"{names.camel(binding.name)}Skeleton"
    return table_class(
        f"the {binding.kind} skeleton of {binding.name}",
        simple,
        {"beneath": binding.interface.full_name},
        {each.name: function(each, each.name, simple) for each in methods}
        | functions_of_objects(side),
        [*skeleton_includes, *held.headers(side)],
    )


skeleton_includes = ("bindings/upcall/payload_places.hpp", "core/handle.hpp")


def functions_of_objects(side: Side) -> dict[str, list[str]]:
    """The functions for the methods of a domain's own objects, in the order of their entries."""
    return {
        f"{passed.entry_prefix}_{each.name}": function(
            each, f"{passed.entry_prefix}_{each.name}", "", passed
        )
        for passed in side.own
        for each in passed.methods
    }


def function(carried: Carried, name: str, simple: str, passed: Passed | None = None) -> list[str]:
    """A function of the server's domain, in class `simple` or of an object."""
    words = [f"w{place}" for place in range(len(carried.given))]
    lines = []
    if not carried.is_plain:
        words = [f"words[{place}]" for place in range(carried.block)]
        lines.append("auto* const words = flat::pointer_to<flat::u64>(w0);")
    if passed:
        interface = scope(passed.binding.interface.full_name)
        lines.append(f"auto* const target = flat::pointer_to<{interface}>({words[0]});")
    else:
        lines.append(f"auto& self = *static_cast<{simple}*>(object);")
    if carried.buffers:
        lines.append(f"flat::bindings::upcall::PayloadPlaces places({carried.block});")
    for parameter, size in (*_written(carried, words), *_only_read(carried, words)):
        start = f"flat::pointer_to<flat::u8>(w0 + places.next({size}))"
        lines.append(f"flat::Span<flat::u8> const {buffer_name(parameter)}({start}, {size});")
    lines += [*carried.objects_of_words(words), carried.call(words), *_result_word(carried)]
    if not carried.is_plain:
        return entry_function(name, 1, [*lines, *carried.stored(), "return {};"], not passed)
    if carried.method.throws:
        lines.append(f"if (outcome.is_error()) return {{{failure_word}}};")
    lines.append(f"return {{{', '.join(carried.returned())}}};")
    return entry_function(name, len(words), lines, not passed)


def _result_word(carried: Carried) -> list[str]:
    """The word of an object that is the result."""
    if not carried.gives_object:
        return []
    object = carried.outcome_object()
    if carried.method.throws:
        object = f"outcome.is_ok() ? {object} : nullptr"
    kind = scope(carried.method.result.full_name)
    return [f"flat::u64 const handle = flat::word_of<{kind}>({object});"]


def call(binding: WholeBinding, number: int, words: Sequence[str], payload: str = "{}, 0") -> str:
    """The statement in the kernel that makes `reply` what the server's domain answers."""
    start = f"self.domains->call({image(binding)}, "
    return reply(start, number, words, f"{payload}, {limit_ms(binding)}")


def reply(start: str, number: int, words: Sequence[str], payload: str = "{}, 0") -> str:
    """The same of any call that begins so."""
    given = f"{{{', '.join([*words, *['0'] * (5 - len(words))])}}}"
    return f"auto const reply = {start}{number}, {given}, {payload});"


def limit_ms(binding: WholeBinding) -> int:
    """How long a call may take."""
    return int(binding.arguments["limit_ms"])


def image(binding: WholeBinding) -> int:
    """The place of the server's image among those of domains: the kernel's own is none."""
    return binding.server_image - 1


def gather(carried: Carried, words: Sequence[str]) -> list[str]:
    """Statements in the kernel that make room for a payload, once `words` are there.

    `payload` then has a place for each buffer, which is still empty; its first `answered` bytes are
    those that come back.
    """
    return [
        f"flat::bindings::upcall::PayloadPlaces places({carried.block});",
        *_places(_written(carried, words)),
        "flat::u64 const answered = places.end();",
        *_places(_only_read(carried, words)),
        "flat::bindings::upcall::Payload payload(*self.buffers, places.end());",
    ]


def _places(buffers: Iterable[tuple[Parameter, str]]) -> Iterator[str]:
    for parameter, size in buffers:
        yield f"flat::u64 const {buffer_name(parameter)}_place = places.next({size});"


def _written(carried: Carried, words: Sequence[str]) -> Iterator[tuple[Parameter, str]]:
    """The buffers that the server writes, each with its size."""
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer" and parameter.direction != "In":
            yield parameter, mine[1]


def _only_read(carried: Carried, words: Sequence[str]) -> Iterator[tuple[Parameter, str]]:
    """Those that it does not."""
    for parameter, mine in carried.split(words):
        if parameter.type.kind == "buffer" and parameter.direction == "In":
            yield parameter, mine[1]


def part(parameter: Parameter, size: str) -> str:
    """The place of a buffer in the payload."""
    return f"payload.span().part({buffer_name(parameter)}_place, {size})"
